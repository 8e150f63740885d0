import { customFetch, type AuthConfig } from '@auth/core';
import { JWTSessionError, MissingCSRF } from '@auth/core/errors';
import { decode, encode } from '@auth/core/jwt';
import { randomUUID } from 'node:crypto';
import { isApiError, type ApiError } from '#lib/http/api-error.ts';
import type { EndedSessions } from '#lib/store/staff/ended-sessions.ts';
import { authPath } from './auth-request.ts';
import { accountName, hasTooManyGroups, readPerson, tooManyGroups, type Claims } from './claims.ts';
import { authCookies } from './cookies.ts';
import { describeAuthError } from './describe-auth-error.ts';
import { clockWarning, type SignInProblem } from './directory-error.ts';
import type { Metadata } from './directory-metadata.ts';
import { wantsSecretInBody, type Directory, type DirectorySettings } from './directory.ts';
import type { SignInRefusal } from './own-cookies.ts';
import { toSafePath } from './safe-path.ts';
import type { StaffList } from './staff-list.ts';
import {
  idleSeconds,
  maxSessionSeconds,
  memberOf,
  readStaffSession,
  type StaffSession,
} from './staff-session.ts';

type ExchangeOutcome = {
  refused?: SignInRefusal;
  problem?: SignInProblem;
  /** The session that was signed out. */
  ended?: StaffSession;
  /** The session that starts or continues. */
  session?: StaffSession | undefined;
  /** The store's error if it is unavailable. The session's cookie then stays unchanged but gives no access. */
  unavailable?: ApiError;
};

/** The options of one request to Auth.js, and its outcome. */
export type Exchange = { options: AuthConfig & { prefix: string }; outcome: ExchangeOutcome };

export type ExchangeSettings = {
  siteUrl: string;
  secrets: readonly string[];
  directory: Directory & DirectorySettings;
  isEntra: boolean;
  staffList: StaffList;
  endedSessions: Pick<EndedSessions, 'epochOf'>;
  /** Returns undefined if the session has ended. @throws ApiError STORE_UNAVAILABLE */
  continueSession: (session: StaffSession) => Promise<StaffSession | undefined>;
  log: (line: string) => void;
  now: () => number;
};

/** Larger tokens would make the cookie too large for proxies. */
const maxIdTokenLength = 2_000;
const maxRefreshTokenLength = 3_000;

/** Creates the options of one request to Auth.js. Its callbacks write the outcome. */
export function createExchange(settings: ExchangeSettings, metadata: Metadata | undefined): Exchange {
  const { siteUrl, secrets, log, now } = settings;
  const isSecure = siteUrl.startsWith('https:');
  const outcome: ExchangeOutcome = {};
  let isUnreadable = false;
  const options: Exchange['options'] = {
    prefix: authPath,
    basePath: authPath,
    trustHost: true,
    useSecureCookies: isSecure,
    secret: [...secrets],
    providers: [directoryProvider(settings.directory, metadata)],
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
        // Any client can cause these two errors at will, so they are not logged.
        if (error instanceof JWTSessionError && isUnreadable) return;
        const { problem, text } = describeAuthError(error);
        outcome.problem = problem;
        if (!(error instanceof MissingCSRF)) log(text);
      },
      warn: log,
      debug: () => undefined,
    },
    callbacks: createCallbacks(settings, outcome),
    events: {
      signOut(message) {
        const ended = 'token' in message ? readStaffSession(message.token) : undefined;
        if (ended) outcome.ended = ended;
      },
    },
  };
  return { options, outcome };
}

function createCallbacks(
  settings: ExchangeSettings,
  outcome: ExchangeOutcome,
): NonNullable<AuthConfig['callbacks']> {
  const { siteUrl, staffList } = settings;

  /** Returns the session to write into the cookie. */
  async function continueSession(session: StaffSession): Promise<StaffSession | undefined> {
    try {
      outcome.session = await settings.continueSession(session);
      return outcome.session;
    } catch (error) {
      if (!isApiError(error)) throw error;
      outcome.unavailable = error;
      return session;
    }
  }

  return {
    redirect: ({ url }) => siteUrl + toSafePath(url, siteUrl),
    async signIn({ account, profile }) {
      Object.assign(outcome, await startSession(settings, profile ?? {}, account ?? {}));
      return outcome.session !== undefined || '/staff/refused';
    },
    async jwt({ token, account }) {
      const session = readStaffSession(token);
      const next = account ? outcome.session : session && (await continueSession(session));
      const content: Record<string, unknown> | null = next ? { ...next } : null;
      return content;
    },
    session({ session }) {
      const member = outcome.session && memberOf(outcome.session, staffList);
      const user = member ? { name: member.name, email: member.email } : {};
      return { user, roles: member?.roles, expires: session.expires };
    },
  };
}

async function startSession(
  { directory, endedSessions, isEntra, log, now, staffList }: ExchangeSettings,
  profile: Claims,
  tokens: Record<string, unknown>,
): Promise<Pick<ExchangeOutcome, 'session' | 'refused'>> {
  const claims = await directory.complete(profile, tokens['access_token']);
  const person = readPerson(claims, { isEntra });
  const idToken = textUpTo(tokens['id_token'], maxIdTokenLength);
  const time = Math.floor(now() / 1000);
  const warning = clockWarning(claims, time);
  if (warning !== undefined) log(warning);
  if (staffList.needsGroups && hasTooManyGroups(claims)) log(tooManyGroups);
  const session: StaffSession = {
    id: randomUUID(),
    subject: String(claims['sub']),
    ...person,
    groups: staffList.knownGroups(person.groups),
    signedInAt: time,
    confirmedAt: time,
    refreshToken: textUpTo(tokens['refresh_token'], maxRefreshTokenLength),
    idToken,
  };
  const member = memberOf(session, staffList);
  if (!member) return { refused: { account: accountName(claims), idToken } };
  // While the store is unavailable a session starts without an epoch; at worst the person signs in again.
  const epoch = await endedSessions.epochOf(member.email).catch(() => undefined);
  return { session: { ...session, epoch } };
}

function directoryProvider(
  { issuer, clientId, clientSecret, fetch }: Directory & DirectorySettings,
  metadata: Metadata | undefined,
): AuthConfig['providers'][number] {
  // With offline_access a directory such as Entra ID issues a refresh token.
  const hasOfflineAccess = metadata?.scopes_supported?.includes('offline_access');
  const isInBody = metadata !== undefined && wantsSecretInBody(metadata);
  return {
    id: 'directory',
    name: 'the directory',
    type: 'oidc' as const,
    issuer,
    clientId,
    clientSecret,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: `openid profile email${hasOfflineAccess ? ' offline_access' : ''}` } },
    client: { token_endpoint_auth_method: isInBody ? 'client_secret_post' : 'client_secret_basic' },
    profile: ({ sub, name, email }) => ({ id: String(sub), name: String(name), email: String(email) }),
    [customFetch]: fetch,
  };
}

/** Seconds for which a session's cookie stays valid. */
function lifetime(token: unknown, now: number): number {
  const session = readStaffSession(token);
  const left = session ? session.signedInAt + maxSessionSeconds - Math.floor(now / 1000) : idleSeconds;
  return Math.max(1, Math.min(idleSeconds, left));
}

function textUpTo(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value.length <= maxLength ? value : undefined;
}
