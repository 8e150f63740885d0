import { createAuth, type Auth } from '#lib/auth/auth.ts';
import type { Config } from './env.ts';
import type { Log } from '#lib/log/log.ts';
import type { Measures } from '#lib/metrics/measures.ts';
import type { EndedSessions } from '#lib/store/staff/ended-sessions.ts';

/** Sign-in with the corporate directory; undefined if none is configured. */
export function createAuthService(
  config: Config,
  { log, measures, endedSessions }: { log: Log; measures: Measures; endedSessions: EndedSessions },
): Auth | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (!issuer || !clientId || !clientSecret || !config.SESSION_SECRET) return undefined;
  return createAuth({
    siteUrl: config.SITE_URL,
    secrets: config.SESSION_SECRET,
    directory: { issuer, clientId, clientSecret },
    staff: {
      emails: config.STAFF_EMAILS,
      domains: config.STAFF_DOMAINS,
      groups: config.STAFF_GROUPS,
      roles: config.STAFF_ROLES,
    },
    endedSessions,
    log: (line) => log.error(line, { name: 'auth' }),
    onSignIn: (result) => measures.signedIn(result),
  });
}
