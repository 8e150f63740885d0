import type { FormServices } from './form-services.ts';
import { createPageHeaders, type PageHeaders } from './page-headers.ts';
import type { StaffServices } from './staff-services.ts';
import type { Wiring } from './wiring.ts';
import { createAuth, type Auth } from '#lib/auth/auth.ts';
import { createClientAddress, type ClientAddress } from '#lib/http/client-address.ts';
import { createFairQueue, type FairQueue } from '#lib/http/fair-queue.ts';
import type { Limits } from '#lib/http/limits.ts';
import type { EndedSessions } from '#lib/store/staff/ended-sessions.ts';

/** Who sends a request, whether it is admitted, and the headers of its page. */
export type RequestServices = {
  readonly clientAddress: ClientAddress;
  /** Sign-in and sessions of staff. Undefined if no directory is configured. */
  readonly auth: Auth | undefined;
  readonly limits: Limits;
  /** Limits the concurrent requests of each client. */
  readonly queue: FairQueue;
  /** Security headers of dynamic pages. */
  readonly pageHeaders: PageHeaders;
};

type RequestNeeds = {
  limits: () => Limits;
  forms: Pick<FormServices, 'challenge'>;
  staff: Pick<StaffServices, 'sessions'>;
};

export function createRequestServices(
  wiring: Wiring,
  { limits, forms: { challenge }, staff: { sessions } }: RequestNeeds,
): RequestServices {
  const { config, publication } = wiring;
  const auth = createAuthService(wiring, sessions);
  return {
    clientAddress: createClientAddress({ trustedProxies: config.TRUSTED_PROXIES }),
    auth,
    get limits() {
      return limits();
    },
    queue: createFairQueue(),
    pageHeaders: createPageHeaders({
      siteUrl: config.SITE_URL,
      challenge,
      auth,
      inlineCode: () => publication().onDemandCode,
    }),
  };
}

/** Sign-in with the corporate directory; undefined if none is configured. */
function createAuthService(
  { config, log, measures }: Wiring,
  endedSessions: EndedSessions,
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
