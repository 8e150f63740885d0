import type { Person } from './staff-list.ts';

/** Unvalidated claims of an ID token or the userinfo endpoint (OpenID Connect Core, section 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

const maxTextLength = 200;
const maxGroups = 500;

/**
 * Reads a person from claims. `groups` may be a list or a single text. Microsoft Entra ID has no `email_verified`; its
 * optional claim `xms_edov` means the same.
 */
export function readPerson(claims: Claims, { isEntra }: { isEntra: boolean }): Person {
  const email = textClaim(claims['email'])?.toLowerCase();
  const name = textClaim(claims['name']) ?? textClaim(claims['preferred_username']) ?? email ?? 'Unnamed';
  return { name, email, isEmailVerified: isVerified(claims, isEntra), groups: listOf(claims['groups']) };
}

/** The account's name, for the page that says that it was refused. */
export function accountName(claims: Claims): string {
  const names = ['email', 'preferred_username', 'upn', 'name', 'sub'].map((claim) =>
    textClaim(claims[claim]),
  );
  return names.find((name) => name !== undefined) ?? 'an account without a name';
}

/** True if the claims are enough to decide about access, without the userinfo endpoint. */
export function isComplete(claims: Claims, { needsGroups }: { needsGroups: boolean }): boolean {
  return textClaim(claims['email']) !== undefined && (!needsGroups || claims['groups'] !== undefined);
}

function isVerified(claims: Claims, isEntra: boolean): boolean | undefined {
  const claim = claims['email_verified'] ?? (isEntra ? claims['xms_edov'] : undefined);
  if (claim === undefined) return undefined;
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}

function textClaim(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').trim();
  return text === '' ? undefined : text.slice(0, maxTextLength);
}

function listOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === 'string').slice(0, maxGroups);
}
