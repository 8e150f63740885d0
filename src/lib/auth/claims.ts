import type { Person } from './staff-list.ts';

/** Unvalidated claims of an ID token or the userinfo endpoint (OpenID Connect Core, section 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

const maxTextLength = 200;
/** RFC 5321, section 4.5.3.1.3. A longer address is ignored rather than cut, since a cut one may be another's. */
const maxEmailLength = 254;

/**
 * Reads a person from claims. `groups` may be a list or a single text. Microsoft Entra ID has no `email_verified`; its
 * optional claim `xms_edov` means the same.
 */
export function readPerson(claims: Claims, { isEntra }: { isEntra: boolean }): Person {
  const email = emailClaim(claims);
  const name = textClaim(claims['name']) ?? textClaim(claims['preferred_username']) ?? email ?? 'Unnamed';
  return { name, email, isEmailVerified: isVerified(claims, isEntra), groups: listOf(claims['groups']) };
}

/**
 * True if the directory left the groups out because the person is in too many: Entra ID's "groups overage", marked by
 * `_claim_names.groups` or `hasgroups`.
 */
export function hasTooManyGroups(claims: Claims): boolean {
  if (claims['groups'] !== undefined) return false;
  const names = claims['_claim_names'];
  const isElsewhere = typeof names === 'object' && names !== null && 'groups' in names;
  return isElsewhere || claims['hasgroups'] === true || claims['hasgroups'] === 'true';
}

export const tooManyGroups =
  'a token has no groups, since the person is in too many: at the directory, send only the groups that are assigned to this site';

/** The account's name, for the page that says that it was refused. */
export function accountName(claims: Claims): string {
  const names = ['email', 'preferred_username', 'upn', 'name', 'sub'].map((claim) =>
    textClaim(claims[claim]),
  );
  return names.find((name) => name !== undefined) ?? 'an account without a name';
}

/** True if the claims are enough to decide about access, without the userinfo endpoint. */
export function isComplete(claims: Claims, { needsGroups }: { needsGroups: boolean }): boolean {
  return emailClaim(claims) !== undefined && (!needsGroups || claims['groups'] !== undefined);
}

function isVerified(claims: Claims, isEntra: boolean): boolean | undefined {
  const claim = claims['email_verified'] ?? (isEntra ? claims['xms_edov'] : undefined);
  if (claim === undefined) return undefined;
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}

function emailClaim({ email }: Claims): string | undefined {
  if (typeof email !== 'string' || email.length > maxEmailLength) return undefined;
  return textClaim(email, maxEmailLength)?.toLowerCase();
}

function textClaim(value: unknown, maxLength = maxTextLength): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').trim();
  return text === '' ? undefined : text.slice(0, maxLength);
}

function listOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === 'string');
}
