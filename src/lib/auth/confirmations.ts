import { createHash } from 'node:crypto';
import { readPerson, type Claims } from './claims.ts';
import type { Directory } from './directory.ts';
import { DirectoryError } from './directory-fetch.ts';
import type { Confirmation, StaffSession } from './staff-session.ts';

type ConfirmationsOptions = {
  directory: Directory;
  isEntra: boolean;
  knownGroups: (groups: readonly string[]) => string[];
  /** Gets one line when the directory can't be asked. */
  log: (line: string) => void;
  now: () => number;
};

const rememberedMs = 60_000;

/**
 * Asks the directory about a session's person, by its refresh token. A browser sends several requests with one
 * token, which a directory may take once: they share an answer, also those that come within a minute.
 */
export function createConfirmations({ directory, isEntra, knownGroups, log, now }: ConfirmationsOptions) {
  const asked = new Map<string, { at: number; answer: Promise<Confirmation | undefined> }>();

  return (session: StaffSession & { refreshToken: string }): Promise<Confirmation | undefined> => {
    const key = createHash('sha256').update(session.refreshToken).digest('base64');
    for (const [old, { at }] of asked) if (now() - at > rememberedMs) asked.delete(old);
    const known = asked.get(key)?.answer;
    if (known) return known;
    const answer = ask(session);
    asked.set(key, { at: now(), answer });
    return answer;
  };

  async function ask(session: StaffSession & { refreshToken: string }): Promise<Confirmation | undefined> {
    try {
      const renewal = await directory.renew(session.refreshToken, session.subject);
      if (renewal.isRefused) return renewal;
      const { claims, refreshToken } = renewal;
      return { isRefused: false, person: { ...personOf(claims, session), refreshToken } };
    } catch (error) {
      const reason = error instanceof DirectoryError ? error.message : 'its answer is not to be trusted';
      log(`a session could not be confirmed: ${reason}`);
      return undefined;
    }
  }

  /** Claims that a refresh leaves out stay as they were, except groups, which are what may be lost. */
  function personOf(claims: Claims, session: StaffSession) {
    const person = readPerson(claims, { isEntra });
    const groups = knownGroups(person.groups);
    if (person.email === undefined) return { name: session.name, email: session.email, groups };
    const isEmailVerified = person.isEmailVerified ?? session.isEmailVerified;
    return { name: person.name, email: person.email, isEmailVerified, groups };
  }
}
