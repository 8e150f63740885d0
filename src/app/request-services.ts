import { createAuthService } from './auth-services.ts';
import type { FormServices } from './form-services.ts';
import { createPageHeaders, type PageHeaders } from './page-headers.ts';
import type { StaffServices } from './staff-services.ts';
import type { Wiring } from './wiring.ts';
import type { Auth } from '#lib/auth/auth.ts';
import { createClientAddress, type ClientAddress } from '#lib/http/client-address.ts';
import { createFairQueue, type FairQueue } from '#lib/http/fair-queue.ts';
import type { Limits } from '#lib/http/limits.ts';

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
  { config, log, measures, publication }: Wiring,
  { limits, forms: { challenge }, staff: { sessions } }: RequestNeeds,
): RequestServices {
  const auth = createAuthService(config, { log, measures, endedSessions: sessions });
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
