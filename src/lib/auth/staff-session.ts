import { z } from 'zod';
import type { EndedSessions } from '#lib/store/ended-sessions.ts';
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
  /** Stays the same when the cookie is renewed. */
  id: z.uuid(),
  /** The member's epoch at sign-in: see `EndedSessions`. */
  epoch: z.string().optional(),
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
  /** @throws ApiError STORE_UNAVAILABLE */
  isEnded: EndedSessions['isEnded'];
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
 * Returns the session to continue with, or undefined when it is over: ended, too old, or the member was removed from
 * the settings or the directory. The directory is asked every 45 minutes; the session ends when it has not answered
 * for 60, so that a removed person is out within the hour.
 * @throws ApiError STORE_UNAVAILABLE when the store can't say whether the session was ended
 */
export async function continueSession(
  session: StaffSession,
  options: ContinueOptions,
): Promise<StaffSession | undefined> {
  if (await isOver(session, options)) return undefined;
  const next = await confirmSession(session, options);
  // The session may have been ended while the directory answered.
  const isRenewed = next !== undefined && next !== session;
  return isRenewed && (await isOver(next, options)) ? undefined : next;
}

async function isOver(session: StaffSession, { staffList, isEnded, now }: ContinueOptions): Promise<boolean> {
  const { id, epoch, signedInAt } = session;
  const member = memberOf(session, staffList);
  if (!member || now - signedInAt >= longestSeconds) return true;
  return isEnded({ id, member: member.email, epoch });
}

async function confirmSession(
  session: StaffSession,
  { staffList, confirm, now }: ContinueOptions,
): Promise<StaffSession | undefined> {
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
  return { ...session, ...confirmation.person, confirmedAt: now, askedAt: undefined };
}

/** A directory that gives no refresh token can't be asked; then groups lapse, and what the settings say holds. */
function standsWithoutGroups(session: StaffSession, staffList: StaffList): boolean {
  const member = memberOf(session, staffList);
  const without = memberOf({ ...session, groups: [] }, staffList);
  return without !== undefined && member?.roles.join() === without.roles.join();
}
