import type { Person } from './staff-list.ts';

/** Claims of an ID token or of the userinfo endpoint (OpenID Connect Core, section 5.1); nothing in it is sure. */
export type Claims = Readonly<Record<string, unknown>>;

const longestText = 200;
const mostGroups = 500;

/**
 * Reads what matters of the claims. `groups` may be a list or one text. Microsoft Entra ID has no
 * `email_verified`: there the optional claim `xms_edov` says the same.
 */
export function readPerson(claims: Claims, { isEntra }: { isEntra: boolean }): Person {
  const email = textOf(claims['email'])?.toLowerCase();
  const name = textOf(claims['name']) ?? textOf(claims['preferred_username']) ?? email ?? 'Unnamed';
  return { name, email, isEmailVerified: isVerified(claims, isEntra), groups: listOf(claims['groups']) };
}

/** What a person knows the account by, for the page that refuses it. */
export function accountName(claims: Claims): string {
  const names = ['email', 'preferred_username', 'upn', 'name', 'sub'].map((claim) => textOf(claims[claim]));
  return names.find((name) => name !== undefined) ?? 'an account without a name';
}

/** True when the claims say all that somebody can be let in by, so that userinfo need not be asked. */
export function isComplete(claims: Claims, { needsGroups }: { needsGroups: boolean }): boolean {
  return textOf(claims['email']) !== undefined && (!needsGroups || claims['groups'] !== undefined);
}

function isVerified(claims: Claims, isEntra: boolean): boolean | undefined {
  const claim = claims['email_verified'] ?? (isEntra ? claims['xms_edov'] : undefined);
  if (claim === undefined) return undefined;
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').trim();
  return text === '' ? undefined : text.slice(0, longestText);
}

function listOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === 'string').slice(0, mostGroups);
}
