import { z } from 'zod';
import type { StaffList } from './staff-list.ts';
import type { StaffMember } from './staff-types.ts';

/** Seconds. A session ends 8 hours after it was last used, and 24 after it began. */
export const idleSeconds = 8 * 3_600;
export const longestSeconds = 24 * 3_600;
/** From here on the directory is asked again; a quarter of an hour is left for it to come back. */
const askAfterSeconds = 45 * 60;
/** Nobody stays longer than this on the directory's last word. */
const trustedSeconds = 60 * 60;
/** A directory that is away is asked no more often than this. */
const askAgainSeconds = 60;

const seconds = z.number().int().nonnegative();

/** What the encrypted cookie holds of somebody who is signed in. */
const staffSessionSchema = z.object({
  subject: z.string(),
  name: z.string(),
  email: z.string().optional(),
  isEmailVerified: z.boolean().optional(),
  /** Only those that the settings name. */
  groups: z.array(z.string()),
  signedInAt: seconds,
  /** When the directory last vouched for the person. */
  confirmedAt: seconds,
  /** When it was last asked in vain. */
  askedAt: seconds.optional(),
  refreshToken: z.string().optional(),
  /** Tells the directory at sign-out whose session it is to end. */
  idToken: z.string().optional(),
});

export type StaffSession = z.output<typeof staffSessionSchema>;

/** What the directory says when it is asked again about a session's person; undefined while it is away. */
export type Confirmation =
  | { isRefused: true }
  | {
      isRefused: false;
      person: Pick<StaffSession, 'name' | 'email' | 'isEmailVerified' | 'groups' | 'refreshToken'>;
    };

type ContinueOptions = {
  staffList: StaffList;
  /** Undefined: the directory does not answer now. */
  confirm: (session: StaffSession & { refreshToken: string }) => Promise<Confirmation | undefined>;
  /** Seconds since 1970. */
  now: number;
};

/** The session in a cookie's payload, or undefined for what is none of ours. */
export function readStaffSession(payload: unknown): StaffSession | undefined {
  const result = staffSessionSchema.safeParse(payload);
  return result.success ? result.data : undefined;
}

export function memberOf(session: StaffSession, staffList: StaffList): StaffMember | undefined {
  const { name, email, isEmailVerified, groups } = session;
  return staffList.admit({ name, email, isEmailVerified, groups });
}

/**
 * The session as it goes on, or undefined when it is over: too old, of somebody whom the settings do not name any
 * more, or whom the directory does not vouch for. It is asked once in 45 minutes; one that cannot be reached ends
 * the session after 60, so that nobody stays for longer who was removed there.
 */
export async function continueSession(
  session: StaffSession,
  { staffList, confirm, now }: ContinueOptions,
): Promise<StaffSession | undefined> {
  if (now - session.signedInAt >= longestSeconds || !memberOf(session, staffList)) return undefined;
  const age = now - session.confirmedAt;
  if (age < askAfterSeconds) return session;
  const { refreshToken } = session;
  if (refreshToken === undefined) {
    return age < trustedSeconds || standsWithoutGroups(session, staffList) ? session : undefined;
  }
  const isPatient = now - (session.askedAt ?? 0) < askAgainSeconds;
  if (isPatient && age < trustedSeconds) return session;
  const confirmation = await confirm({ ...session, refreshToken });
  if (confirmation === undefined) return age < trustedSeconds ? { ...session, askedAt: now } : undefined;
  if (confirmation.isRefused) return undefined;
  const renewed = { ...session, ...confirmation.person, confirmedAt: now, askedAt: undefined };
  return memberOf(renewed, staffList) ? renewed : undefined;
}

/** A directory that gives no refresh token can't be asked; then groups lapse, and what the settings say holds. */
function standsWithoutGroups(session: StaffSession, staffList: StaffList): boolean {
  const member = memberOf(session, staffList);
  const without = memberOf({ ...session, groups: [] }, staffList);
  return without !== undefined && member?.roles.join() === without.roles.join();
}
