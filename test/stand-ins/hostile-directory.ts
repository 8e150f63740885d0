import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';

/** How an endpoint fails, or `works`. */
export type EndpointMode = 'works' | 'reset' | 'silent' | 'rubbish' | 'error' | 'redirects' | 'oversized';

/** The defect of the ID token. */
export type TokenFault =
  | 'none'
  | 'issuer'
  | 'audience'
  | 'nonce'
  | 'no nonce'
  | 'expired'
  | 'alg none'
  | 'foreign key'
  | 'shared secret'
  | 'tampered'
  | 'no token';

type HostileDirectory = {
  issuer: string;
  discovery: EndpointMode | 'other issuer' | 'plain http';
  token: EndpointMode | 'refuses';
  fault: TokenFault;
  /** The nonce of the last sign-in. */
  nonce: string;
  /** Bodies of the token requests, in order. */
  tokenRequests: URLSearchParams[];
  /** Additional claims. */
  claims: JWTPayload;
  stop(): Promise<void>;
};

/** An OpenID Connect directory on loopback that can fail in every way. */
export async function startHostileDirectory(client: {
  clientId: string;
  clientSecret: string;
}): Promise<HostileDirectory> {
  const own = await generateKeyPair('RS256', { extractable: true });
  const foreign = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }];
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url?.split('?')[0];
      if (path === '/.well-known/openid-configuration') discover(response);
      else if (path === '/keys') sendJson(response, { keys });
      else if (path === '/token') await giveToken(new URLSearchParams(await text(request)), response);
      else response.writeHead(404).end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function discover(response: ServerResponse): void {
    const mode = directory.discovery;
    if (mode !== 'works' && mode !== 'other issuer' && mode !== 'plain http') return fail(mode, response);
    const tokenOrigin = mode === 'plain http' ? 'http://directory.example' : issuer;
    sendJson(response, {
      issuer: mode === 'other issuer' ? 'https://evil.example' : issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${tokenOrigin}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    });
  }

  async function giveToken(form: URLSearchParams, response: ServerResponse): Promise<void> {
    directory.tokenRequests.push(form);
    const mode = directory.token;
    if (mode === 'refuses') sendJson(response, { error: 'invalid_grant' }, 400);
    else if (mode === 'works') await giveTokens(response);
    else fail(mode, response);
  }

  async function giveTokens(response: ServerResponse): Promise<void> {
    const idToken = await makeToken();
    sendJson(response, {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 3_600,
      ...(directory.fault !== 'no token' && { id_token: idToken }),
    });
  }

  async function makeToken(): Promise<string> {
    const { fault } = directory;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: fault === 'issuer' ? 'https://evil.example' : issuer,
      aud: fault === 'audience' ? 'another-client' : client.clientId,
      sub: 'somebody',
      iat: fault === 'expired' ? now - 7_200 : now,
      exp: fault === 'expired' ? now - 3_600 : now + 300,
      ...(fault !== 'no nonce' && { nonce: fault === 'nonce' ? 'another' : directory.nonce }),
      name: 'Somebody',
      email: 'somebody@larkmoor.example',
      email_verified: true,
      ...directory.claims,
    };
    if (fault === 'alg none') return new UnsecuredJWT(claims).encode();
    if (fault === 'shared secret') {
      const secret = new TextEncoder().encode(client.clientSecret.padEnd(32, '0'));
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    }
    const key = fault === 'foreign key' ? foreign.privateKey : own.privateKey;
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);
    if (fault !== 'tampered') return token;
    const [header = '', , signature = ''] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, email: 'other@larkmoor.example' }));
    return `${header}.${payload.toString('base64url')}.${signature}`;
  }

  const directory: HostileDirectory = {
    issuer,
    discovery: 'works',
    token: 'works',
    fault: 'none',
    nonce: '',
    tokenRequests: [],
    claims: {},
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return directory;
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function fail(mode: Exclude<EndpointMode, 'works'>, response: ServerResponse): void {
  const html = { 'Content-Type': 'text/html' };
  if (mode === 'silent') return;
  if (mode === 'reset') response.socket?.resetAndDestroy();
  if (mode === 'rubbish') response.writeHead(200, html).end('<h1>SECRET-UPSTREAM-TEXT</h1>');
  if (mode === 'error') response.writeHead(500, html).end('SECRET-UPSTREAM-TEXT');
  if (mode === 'redirects') response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end();
  if (mode === 'oversized')
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(`{"a":"${'x'.repeat(2_000_000)}"}`);
}
