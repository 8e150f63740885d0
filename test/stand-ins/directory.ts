import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { interactionPolicy, type Configuration } from 'oidc-provider';
import { faultPage, loginPage, logoutPage, type Person } from './directory-pages.ts';

export type DirectoryOptions = {
  /** Default: any free port. */
  port?: number;
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  postLogoutRedirectUris?: string[];
};

export type DirectoryStandIn = {
  issuer: string;
  /** The people in the directory. Changes apply from the next request. */
  people: Person[];
  /** Grant types of the token requests, in order. */
  tokenRequests: string[];
  stop(): Promise<void>;
};

export const registrar: Person = {
  subject: 'rosalind',
  name: 'Rosalind Carver',
  email: 'registrar@larkmoor.example',
  groups: ['registry'],
  about: 'registrar',
};
export const editor: Person = {
  subject: 'emeka',
  name: 'Emeka Lindqvist',
  email: 'editor@larkmoor.example',
  groups: ['web-editors'],
  about: 'editor',
};
export const visitor: Person = {
  subject: 'piet',
  name: 'Piet Verhoeven',
  email: 'visitor@elsewhere.example',
  groups: [],
  about: 'not on the staff',
};

/** A real OpenID provider on loopback with three people and no passwords. */
export async function startDirectory(options: DirectoryOptions): Promise<DirectoryStandIn> {
  const people = [registrar, editor, visitor].map((person) => ({ ...person, groups: [...person.groups] }));
  const tokenRequests: string[] = [];
  const server = createServer();
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, await configure(options, people));
  provider.on('grant.success', (context) => {
    tokenRequests.push(String(context.oidc.params?.['grant_type']));
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/login/')) void logIn(request, response, { provider, people });
    else void answer(request, response);
  });
  return {
    issuer,
    people,
    tokenRequests,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function configure(options: DirectoryOptions, people: readonly Person[]): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const { clientId, clientSecret, redirectUris, postLogoutRedirectUris = [] } = options;
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: postLogoutRedirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'stand-in' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    ttl: {
      Interaction: 3_600,
      Session: 86_400,
      Grant: 86_400,
      AccessToken: 3_600,
      IdToken: 3_600,
      RefreshToken: 86_400,
    },
    findAccount(_context, subject) {
      const person = people.find((each) => each.subject === subject);
      if (!person) return undefined;
      const { name, email, groups } = person;
      return {
        accountId: subject,
        claims: () => ({ sub: subject, name, email, email_verified: true, groups }),
      };
    },
    interactions: { policy: loginPolicy(), url: (_context, { uid }) => `/login/${uid}` },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => void (context.body = logoutPage(form)),
      },
    },
    pkce: { required: () => true },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    // No consent page, as in a corporate directory.
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email offline_access');
      await grant.save();
      return grant;
    },
    renderError(context, { error }) {
      context.type = 'html';
      context.body = faultPage(error);
    },
  };
}

/** Supports `prompt=select_account`, as large directories do. */
function loginPolicy() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

/** Serves the login page and handles its form. */
async function logIn(
  request: IncomingMessage,
  response: ServerResponse,
  { provider, people }: { provider: Provider; people: readonly Person[] },
): Promise<void> {
  try {
    if (request.method !== 'POST') {
      const { uid } = await provider.interactionDetails(request, response);
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(loginPage(`/login/${uid}`, people));
      return;
    }
    const form = new URLSearchParams(await text(request));
    const result = form.has('cancel')
      ? { error: 'access_denied', error_description: 'the person turned back' }
      : { login: { accountId: form.get('person') ?? '' }, select_account: {} };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  } catch {
    response.writeHead(400, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(faultPage('this page is out of date'));
  }
}
