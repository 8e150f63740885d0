import { z } from 'zod';
import type { EndedSessions } from '#lib/store/staff/ended-sessions.ts';
import type { StaffList } from './staff-list.ts';
import type { StaffMember } from './staff-types.ts';

/** A session ends 8 hours after its last use, and 24 hours after sign-in. */
export const idleSeconds = 8 * 3_600;
export const maxSessionSeconds = 24 * 3_600;
/** A session must be confirmed by the directory every hour. From 45 minutes on, this is tried once a minute. */
const confirmAfterSeconds = 45 * 60;
const confirmedForSeconds = 60 * 60;
const retrySeconds = 60;

const seconds = z.number().int().nonnegative();

/** The content of the encrypted session cookie. */
const staffSessionSchema = z.object({
  /** Unchanged when the cookie is renewed. */
  id: z.uuid(),
  /** The member's epoch at sign-in: see `EndedSessions`. */
  epoch: z.string().optional(),
  subject: z.string(),
  name: z.string(),
  email: z.string().optional(),
  isEmailVerified: z.boolean().optional(),
  /** Only groups that the settings name. */
  groups: z.array(z.string()),
  signedInAt: seconds,
  /** When the directory last confirmed the person. */
  confirmedAt: seconds,
  /** When the directory last failed to answer. */
  askedAt: seconds.optional(),
  refreshToken: z.string().optional(),
  /** Identifies the directory's session at sign-out. */
  idToken: z.string().optional(),
});

export type StaffSession = z.output<typeof staffSessionSchema>;

/** The directory's answer about a session's person. */
export type Confirmation =
  | { isRefused: true }
  | {
      isRefused: false;
      person: Pick<StaffSession, 'name' | 'email' | 'isEmailVerified' | 'groups' | 'refreshToken'>;
    };

type ContinueOptions = {
  staffList: StaffList;
  /** Returns undefined while the directory is unavailable. */
  confirm: (session: StaffSession & { refreshToken: string }) => Promise<Confirmation | undefined>;
  /** @throws ApiError STORE_UNAVAILABLE */
  isEnded: EndedSessions['isEnded'];
  /** Seconds since 1970. */
  now: number;
};

/** Reads the session in a cookie's payload; undefined if invalid. */
export function readStaffSession(payload: unknown): StaffSession | undefined {
  const result = staffSessionSchema.safeParse(payload);
  return result.success ? result.data : undefined;
}

export function memberOf(session: StaffSession, staffList: StaffList): StaffMember | undefined {
  const { name, email, isEmailVerified, groups } = session;
  return staffList.admit({ name, email, isEmailVerified, groups });
}

/**
 * Returns the session to continue with, or undefined if it was ended, is too old, was not confirmed for an hour, or if
 * the member was removed from the settings or the directory.
 * @throws ApiError STORE_UNAVAILABLE
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
  if (!member || now - signedInAt >= maxSessionSeconds) return true;
  return isEnded({ id, member: member.email, epoch });
}

async function confirmSession(
  session: StaffSession,
  { staffList, confirm, now }: ContinueOptions,
): Promise<StaffSession | undefined> {
  const age = now - session.confirmedAt;
  if (age < confirmAfterSeconds) return session;
  const { refreshToken } = session;
  if (refreshToken === undefined) {
    return age < confirmedForSeconds || isMemberWithoutGroups(session, staffList) ? session : undefined;
  }
  const hasJustFailed = now - (session.askedAt ?? 0) < retrySeconds;
  if (hasJustFailed && age < confirmedForSeconds) return session;
  const confirmation = await confirm({ ...session, refreshToken });
  if (confirmation === undefined) return age < confirmedForSeconds ? { ...session, askedAt: now } : undefined;
  if (confirmation.isRefused) return undefined;
  return { ...session, ...confirmation.person, confirmedAt: now, askedAt: undefined };
}

/** Without a refresh token the directory can't be asked: groups lapse, while addresses in the settings stay valid. */
function isMemberWithoutGroups(session: StaffSession, staffList: StaffList): boolean {
  const member = memberOf(session, staffList);
  const without = memberOf({ ...session, groups: [] }, staffList);
  return without !== undefined && member?.roles.join() === without.roles.join();
}
