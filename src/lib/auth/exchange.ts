import { customFetch, type AuthConfig } from '@auth/core';
import { JWTSessionError, MissingCSRF } from '@auth/core/errors';
import { decode, encode } from '@auth/core/jwt';
import { randomUUID } from 'node:crypto';
import { isApiError, type ApiError } from '#lib/http/api-error.ts';
import type { EndedSessions } from '#lib/store/ended-sessions.ts';
import { accountName, readPerson, type Claims } from './claims.ts';
import { authCookies } from './cookies.ts';
import { wantsSecretInBody, type Directory, type DirectorySettings } from './directory.ts';
import type { Metadata } from './directory-metadata.ts';
import { describe, type Problem } from './log.ts';
import { toSafePath } from './safe-path.ts';
import type { StaffList } from './staff-list.ts';
import {
  idleSeconds,
  longestSeconds,
  memberOf,
  readStaffSession,
  type StaffSession,
} from './staff-session.ts';
import { authPath } from './auth-request.ts';

/** What Auth.js was told in one request, and what came of it. */
export type Exchange = {
  options: AuthConfig & { prefix: string };
  outcome: {
    /** Who was refused, and the ID token by which the directory knows that sign-in. */
    refused?: { account: string; idToken: string | undefined };
    problem?: Problem;
    /** The session that was signed out. */
    ended?: StaffSession;
    /** The session that continues. */
    session?: StaffSession | undefined;
    /** The store can't say whether the session was ended. Its cookie is kept and opens nothing. */
    unavailable?: ApiError;
  };
};

export type ExchangeSettings = {
  siteUrl: string;
  secrets: readonly string[];
  directory: Directory & DirectorySettings;
  isEntra: boolean;
  staffList: StaffList;
  endedSessions: Pick<EndedSessions, 'epochOf'>;
  /** Undefined when the session is over. @throws ApiError STORE_UNAVAILABLE */
  goOn: (session: StaffSession) => Promise<StaffSession | undefined>;
  /** Gets one line for each thing that went wrong. */
  log: (line: string) => void;
  now: () => number;
};

/** Larger tokens would make the cookie too large for what lies between here and the browser. */
const largestIdToken = 2_000;
const largestRefreshToken = 3_000;

/** Options for one request to Auth.js, made anew each time because its callbacks tell what came of it. */
export function createExchange(settings: ExchangeSettings, metadata: Metadata | undefined): Exchange {
  const { siteUrl, secrets, staffList, directory, isEntra, log, now } = settings;
  const isSecure = siteUrl.startsWith('https:');
  const outcome: Exchange['outcome'] = {};
  let begun: StaffSession | undefined;
  let isUnreadable = false;

  async function begin(profile: Claims, tokens: Record<string, unknown>): Promise<boolean> {
    const claims = await directory.complete(profile, tokens['access_token']);
    const person = readPerson(claims, { isEntra });
    const idToken = textUpTo(tokens['id_token'], largestIdToken);
    const time = Math.floor(now() / 1000);
    const session: StaffSession = {
      id: randomUUID(),
      subject: String(claims['sub']),
      ...person,
      groups: staffList.knownGroups(person.groups),
      ...{ signedInAt: time, confirmedAt: time },
      refreshToken: textUpTo(tokens['refresh_token'], largestRefreshToken),
      idToken,
    };
    const member = memberOf(session, staffList);
    if (!member) {
      outcome.refused = { account: accountName(claims), idToken };
      return false;
    }
    // While the store is unavailable a session starts without an epoch; at worst the person signs in again.
    const epoch = await settings.endedSessions.epochOf(member.email).catch(() => undefined);
    begun = { ...session, epoch };
    return true;
  }

  /** Returns the session that the cookie keeps. */
  async function goOn(session: StaffSession): Promise<StaffSession | undefined> {
    try {
      outcome.session = await settings.goOn(session);
      return outcome.session;
    } catch (error) {
      if (!isApiError(error)) throw error;
      outcome.unavailable = error;
      return session;
    }
  }

  const options: Exchange['options'] = {
    ...{ prefix: authPath, basePath: authPath, trustHost: true, useSecureCookies: isSecure },
    secret: [...secrets],
    providers: [directoryProvider(directory, metadata)],
    cookies: authCookies(isSecure),
    session: { strategy: 'jwt', maxAge: idleSeconds },
    jwt: {
      encode: (parameters) => encode({ ...parameters, maxAge: lifetime(parameters.token, now()) }),
      decode: (parameters) =>
        decode(parameters).catch(() => {
          isUnreadable = true;
          return null;
        }),
    },
    pages: { signIn: '/staff/sign-in', signOut: '/staff/sign-out', error: '/staff/sign-in' },
    logger: {
      error(error) {
        // Any client can cause these at any rate.
        if (error instanceof JWTSessionError && isUnreadable) return;
        const { problem, text } = describe(error);
        outcome.problem = problem;
        if (!(error instanceof MissingCSRF)) log(text);
      },
      warn: log,
      debug: () => undefined,
    },
    callbacks: {
      redirect: ({ url }) => siteUrl + toSafePath(url, siteUrl),
      async signIn({ account, profile }) {
        return (await begin(profile ?? {}, account ?? {})) || '/staff/refused';
      },
      async jwt({ token, account }) {
        if (account) outcome.session = begun;
        const session = readStaffSession(token);
        const next = account ? begun : session && (await goOn(session));
        const content: Record<string, unknown> | null = next ? { ...next } : null;
        return content;
      },
      session({ session }) {
        const member = outcome.session && memberOf(outcome.session, staffList);
        const user = { name: member?.name, email: member?.email };
        return { user, roles: member?.roles, expires: session.expires } as unknown as typeof session;
      },
    },
    events: {
      signOut(message) {
        const ended = 'token' in message ? readStaffSession(message.token) : undefined;
        if (ended) outcome.ended = ended;
      },
    },
  };
  return { options, outcome };
}

function directoryProvider(
  directory: ExchangeSettings['directory'],
  metadata: Metadata | undefined,
): AuthConfig['providers'][number] {
  const scopes = ['openid', 'profile', 'email'];
  // With it a directory such as Entra ID gives the token by which it can be asked again.
  if (metadata?.scopes_supported?.includes('offline_access')) scopes.push('offline_access');
  const isInBody = metadata !== undefined && wantsSecretInBody(metadata);
  return {
    ...{ id: 'directory', name: 'the directory', type: 'oidc' as const, issuer: directory.issuer },
    ...{ clientId: directory.clientId, clientSecret: directory.clientSecret },
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: scopes.join(' ') } },
    client: { token_endpoint_auth_method: isInBody ? 'client_secret_post' : 'client_secret_basic' },
    profile: ({ sub, name, email }) => ({ id: String(sub), name: String(name), email: String(email) }),
    [customFetch]: directory.fetch,
  };
}

/** Seconds that a cookie's content is good for from now on. */
function lifetime(token: unknown, now: number): number {
  const session = readStaffSession(token);
  const left = session ? session.signedInAt + longestSeconds - Math.floor(now / 1000) : idleSeconds;
  return Math.max(1, Math.min(idleSeconds, left));
}

function textUpTo(value: unknown, most: number): string | undefined {
  return typeof value === 'string' && value.length <= most ? value : undefined;
}
