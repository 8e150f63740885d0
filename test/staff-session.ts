import { randomUUID } from 'node:crypto';
import { encode } from '@auth/core/jwt';
import { cookieNamesFor } from '#lib/auth/cookies.ts';
import type { StaffSession } from '#lib/auth/staff-session.ts';
import type { StaffRole } from '#lib/auth/staff-types.ts';

const sessionSecret = 'a-session-secret-of-the-staff-tests-01';

/** One member for each role, a second editor, and one without a role. */
export const members = {
  registrar: 'ines@staff.example',
  editor: 'farid@staff.example',
  reviewer: 'vera@staff.example',
  admin: 'ruth@staff.example',
  colleague: 'noor@staff.example',
  none: 'new@staff.example',
} as const satisfies Record<StaffRole | 'colleague' | 'none', string>;

export type MemberName = keyof typeof members;

/** Settings that give the members above access as staff, without a running directory. */
export const staffSettings = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'lectern',
  OIDC_CLIENT_SECRET: 'a-client-secret',
  SESSION_SECRET: sessionSecret,
  STAFF_EMAILS: Object.values(members).join(','),
  STAFF_ROLES: `registrar=${members.registrar} editor=${members.editor} editor=${members.colleague} reviewer=${members.reviewer} admin=${members.admin}`,
} as const;

/** Returns the session cookie of a member who has just signed in. */
export async function sessionCookie(name: MemberName): Promise<{ name: string; value: string }> {
  const now = Math.floor(Date.now() / 1000);
  const session: StaffSession = {
    id: randomUUID(),
    subject: name,
    name: `Member ${name}`,
    email: members[name],
    isEmailVerified: true,
    groups: [],
    signedInAt: now,
    confirmedAt: now,
  };
  const { sessionToken } = cookieNamesFor(false);
  const value = await encode({ token: session, secret: sessionSecret, salt: sessionToken, maxAge: 3_600 });
  return { name: sessionToken, value };
}

/** The `Cookie` header of a member who has just signed in. */
export async function cookieOf(member: MemberName): Promise<string> {
  const { name, value } = await sessionCookie(member);
  return `${name}=${value}`;
}
