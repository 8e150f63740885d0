import { createHash } from 'node:crypto';
import { hasTooManyGroups, readPerson, tooManyGroups, type Claims } from './claims.ts';
import type { Directory } from './directory.ts';
import { DirectoryError } from './directory-error.ts';
import type { StaffList } from './staff-list.ts';
import type { Confirmation, StaffSession } from './staff-session.ts';

type ConfirmationsOptions = {
  directory: Directory;
  isEntra: boolean;
  staffList: Pick<StaffList, 'knownGroups' | 'needsGroups'>;
  log: (line: string) => void;
  now: () => number;
};

const sharedForMs = 60_000;

/**
 * Creates a function that asks the directory about a session's person, with the refresh token. Requests within a minute
 * share one answer, since a directory may accept a token only once and a browser sends several requests with it.
 */
export function createConfirmations({ directory, isEntra, staffList, log, now }: ConfirmationsOptions) {
  const recent = new Map<string, { at: number; answer: Promise<Confirmation | undefined> }>();

  return (session: StaffSession & { refreshToken: string }): Promise<Confirmation | undefined> => {
    const key = createHash('sha256').update(session.refreshToken).digest('base64');
    for (const [old, { at }] of recent) if (now() - at > sharedForMs) recent.delete(old);
    const known = recent.get(key)?.answer;
    if (known) return known;
    const answer = ask(session);
    recent.set(key, { at: now(), answer });
    return answer;
  };

  async function ask(session: StaffSession & { refreshToken: string }): Promise<Confirmation | undefined> {
    try {
      const renewal = await directory.renew(session.refreshToken, session.subject);
      if (renewal.isRefused) return renewal;
      const { claims, refreshToken } = renewal;
      return { isRefused: false, person: { ...personOf(claims, session), refreshToken } };
    } catch (error) {
      const reason = error instanceof DirectoryError ? error.message : 'its answer could not be verified';
      log(`a session could not be confirmed: ${reason}`);
      return undefined;
    }
  }

  /** Claims that a refresh leaves out keep their value, except groups, which the person may have lost. */
  function personOf(claims: Claims, session: StaffSession) {
    const person = readPerson(claims, { isEntra });
    const groups = staffList.knownGroups(person.groups);
    if (staffList.needsGroups && hasTooManyGroups(claims)) log(tooManyGroups);
    if (person.email === undefined) return { name: session.name, email: session.email, groups };
    const isEmailVerified = person.isEmailVerified ?? session.isEmailVerified;
    return { name: person.name, email: person.email, isEmailVerified, groups };
  }
}
