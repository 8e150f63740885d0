import { createRemoteJWKSet, customFetch as keysFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Claims } from './claims.ts';
import { answeredError, clockTolerance, DirectoryError, tokenError } from './directory-error.ts';
import { createDirectoryFetch, readObject } from './directory-fetch.ts';
import { createDiscovery, type Metadata } from './directory-metadata.ts';

export type DirectorySettings = { issuer: string; clientId: string; clientSecret: string };

export type DirectoryOptions = DirectorySettings & {
  /** True if the claims are enough, so the userinfo endpoint is not needed. */
  isComplete: (claims: Claims) => boolean;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
};

/** The person's current claims, or a refusal: the person was removed or the token revoked. */
type Renewal = { isRefused: true } | { isRefused: false; claims: Claims; refreshToken: string };

export type Directory = {
  /** All methods throw a DirectoryError if the directory is unavailable, refuses, or responds invalidly. */
  metadata(): Promise<Metadata>;
  /** `fetch` for Auth.js: caches discovery and verifies the signature of every ID token. */
  fetch: typeof globalThis.fetch;
  /** Adds claims from the userinfo endpoint to incomplete claims of an ID token. */
  complete(claims: Claims, accessToken: unknown): Promise<Claims>;
  renew(refreshToken: string, subject: string): Promise<Renewal>;
  /** Revokes a refresh token if the directory supports it (RFC 7009). */
  revoke(refreshToken: string): Promise<void>;
};

/** Asymmetric algorithms only: the issuer of a token signed with a shared secret can't be proved. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** A client of the corporate directory, over OpenID Connect. */
export function createDirectory({
  issuer,
  clientId,
  clientSecret,
  isComplete,
  fetch = globalThis.fetch,
  now = Date.now,
}: DirectoryOptions): Directory {
  const directoryFetch = createDirectoryFetch(fetch);
  const discovery = createDiscovery({ issuer, fetch: directoryFetch, now });
  const metadata = async () => (await discovery.read()).metadata;
  let keys: { uri: string; get: JWTVerifyGetKey } | undefined;

  async function verify(idToken: string): Promise<Claims> {
    const { jwks_uri: uri, issuer: named } = await metadata();
    if (keys?.uri !== uri) {
      keys = { uri, get: createRemoteJWKSet(new URL(uri), { [keysFetch]: directoryFetch }) };
    }
    const time = now();
    try {
      const { payload } = await jwtVerify(idToken, keys.get, {
        issuer: named,
        audience: clientId,
        algorithms,
        clockTolerance,
        currentDate: new Date(time),
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      return payload;
    } catch (error) {
      throw tokenError(error, Math.floor(time / 1000));
    }
  }

  /** Posts to the token or revocation endpoint with the client's credentials. */
  async function post(address: string, form: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(form);
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (wantsSecretInBody(await metadata())) {
      body.set('client_id', clientId);
      body.set('client_secret', clientSecret);
    } else {
      const credentials = [clientId, clientSecret].map((text) =>
        new URLSearchParams([['', text]]).toString(),
      );
      headers['Authorization'] = `Basic ${btoa(credentials.map((text) => text.slice(1)).join(':'))}`;
    }
    return directoryFetch(address, { method: 'POST', headers, body });
  }

  async function complete(claims: Claims, accessToken: unknown): Promise<Claims> {
    const { userinfo_endpoint: address } = await metadata();
    if (address === undefined || typeof accessToken !== 'string' || isComplete(claims)) return claims;
    const headers = { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' };
    const response = await directoryFetch(address, { headers });
    if (response.status !== 200) throw new DirectoryError(`userinfo returned ${response.status}`);
    const more = await readObject(response);
    if (more['sub'] !== claims['sub']) throw new DirectoryError('userinfo describes another person');
    return { ...more, ...claims };
  }

  return {
    metadata,
    complete,
    async fetch(input, init) {
      const address = input instanceof Request ? input.url : input;
      if (String(address) === discovery.url) {
        const { document } = await discovery.read();
        // Auth.js requires a userinfo endpoint but does not call it here.
        return Response.json({ userinfo_endpoint: issuer, ...document });
      }
      const response = await directoryFetch(address, init);
      const { token_endpoint: tokens } = await metadata();
      if (String(address) !== tokens) return response;
      const answer = await readObject(response.clone());
      if (!response.ok) throw answeredError(answer['error'], response.status);
      if (typeof answer['id_token'] === 'string') await verify(answer['id_token']);
      return response;
    },
    async renew(refreshToken, subject) {
      const { token_endpoint: address } = await metadata();
      const response = await post(address, { grant_type: 'refresh_token', refresh_token: refreshToken });
      const answer = await readObject(response);
      if (!response.ok) return refusalOf(response, answer);
      const { id_token: idToken, access_token: accessToken, refresh_token: next } = answer;
      const claims = typeof idToken === 'string' ? await verify(idToken) : { sub: subject };
      if (claims['sub'] !== subject) return { isRefused: true };
      const current = typeof next === 'string' ? next : refreshToken;
      return { isRefused: false, claims: await complete(claims, accessToken), refreshToken: current };
    },
    async revoke(refreshToken) {
      const { revocation_endpoint: address } = await metadata();
      if (address === undefined) return;
      await post(address, { token: refreshToken, token_type_hint: 'refresh_token' });
    },
  };
}

/** False by default: a directory accepts the secret in a header unless its metadata says otherwise (RFC 8414). */
export function wantsSecretInBody({ token_endpoint_auth_methods_supported: methods }: Metadata): boolean {
  return (
    methods !== undefined &&
    !methods.includes('client_secret_basic') &&
    methods.includes('client_secret_post')
  );
}

/** Only `invalid_grant` is about the person; a rate limit or a refused client is not. */
function refusalOf({ status }: Response, { error }: Record<string, unknown>): Renewal {
  if (error === 'invalid_grant') return { isRefused: true };
  throw answeredError(error, status);
}
