import { sleep } from '#lib/base/repeat.ts';
import { signedOutAddress } from './auth-request.ts';
import type { Directory } from './directory.ts';
import type { Metadata } from './directory-metadata.ts';
import type { StaffSession } from './staff-session.ts';

type Endpoints = Pick<Metadata, 'authorization_endpoint' | 'end_session_endpoint'>;

type Options = {
  directory: Pick<Directory, 'metadata' | 'revoke'>;
  issuer: string;
  clientId: string;
  siteUrl: string;
  log: (line: string) => void;
};

type SessionTokens = Partial<Pick<StaffSession, 'idToken' | 'refreshToken'>>;

/** Milliseconds that a page waits for a directory whose endpoints are not known yet. */
const maxWait = 1_000;

/** The addresses of the directory to which browsers are sent. */
export function createDirectoryNavigation({ directory, issuer, clientId, siteUrl, log }: Options) {
  const metadata = () => directory.metadata().catch(() => undefined);

  return {
    /** The origins to which forms of staff pages may redirect, for the Content-Security-Policy. */
    directoryOrigins: createDirectoryOrigins(issuer, metadata),

    /** The value of `prompt` that makes the directory ask for a different account. */
    async otherAccountPrompt(): Promise<'select_account' | 'login'> {
      const prompts = (await metadata())?.prompt_values_supported;
      return prompts === undefined || prompts.includes('select_account') ? 'select_account' : 'login';
    },

    /**
     * Revokes the refresh token, and returns the address after sign-out: at the directory, which then ends its own
     * session.
     */
    async afterSignOut({ idToken, refreshToken }: SessionTokens): Promise<string> {
      if (refreshToken !== undefined) {
        void directory.revoke(refreshToken).catch(() => log('a refresh token could not be revoked'));
      }
      const address = (await metadata())?.end_session_endpoint;
      if (address === undefined) return signedOutAddress(siteUrl);
      const url = new URL(address);
      if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken);
      url.searchParams.set('client_id', clientId);
      url.searchParams.set('post_logout_redirect_uri', signedOutAddress(siteUrl));
      return url.href;
    },
  };
}

/**
 * Returns the origins of the issuer and of the endpoints for browsers. Caches them, so that pages don't wait while the
 * directory is unavailable. Until it first answers, returns only the issuer's origin.
 */
export function createDirectoryOrigins(issuer: string, metadata: () => Promise<Endpoints | undefined>) {
  let known: readonly string[] | undefined;

  async function read(): Promise<void> {
    const endpoints = await metadata();
    if (!endpoints) return;
    const { authorization_endpoint: authorization, end_session_endpoint: endSession } = endpoints;
    const addresses = [issuer, authorization, ...(endSession === undefined ? [] : [endSession])];
    known = [...new Set(addresses.map((address) => new URL(address).origin))];
  }

  return async (): Promise<readonly string[]> => {
    const reading = read();
    if (!known) await Promise.race([reading, sleep(maxWait)]);
    return known ?? [new URL(issuer).origin];
  };
}
