import { Auth as runAuth, skipCSRFCheck } from '@auth/core';
import type { EndedSessions } from '#lib/store/staff/ended-sessions.ts';
import { toAuthRequest } from './auth-request.ts';
import { isComplete } from './claims.ts';
import { createConfirmations } from './confirmations.ts';
import { cookieNamesFor } from './cookies.ts';
import { createDirectoryNavigation } from './directory-navigation.ts';
import { createDirectory, type DirectoryOptions } from './directory.ts';
import type { Metadata } from './directory-metadata.ts';
import { createExchange, type ExchangeSettings } from './exchange.ts';
import { createFormTokens } from './form-tokens.ts';
import { createOwnCookies } from './own-cookies.ts';
import { createSignInCookies } from './sign-in-cookies.ts';
import { createStaffList, type StaffListSettings } from './staff-list.ts';
import { continueSession, memberOf, type StaffSession } from './staff-session.ts';
import type { StaffMember } from './staff-types.ts';

type AuthSettings = {
  siteUrl: string;
  /** The first one signs and encrypts, all of them verify and decrypt. */
  secrets: readonly string[];
  directory: Omit<DirectoryOptions, 'isComplete'>;
  staff: StaffListSettings;
  endedSessions: Pick<EndedSessions, 'isEnded' | 'epochOf' | 'end'>;
  /** Logs a failure, without personal data. */
  log: (line: string) => void;
  /** Counts the results of sign-ins. */
  onSignIn?: (result: SignInResult) => void;
  now?: () => number;
};

export type ReadSession = {
  member: StaffMember | undefined;
  /** The session's id; undefined without a member. */
  id: string | undefined;
  /** Set-Cookie lines that renew or delete the session's cookie. */
  cookies: string[];
};

/** `refused`: the person is in the directory but not on the staff. */
export type SignInResult = 'accepted' | 'refused' | 'failed';

/** Sign-in with the corporate directory. */
export type Auth = ReturnType<typeof createAuth>;

export function createAuth(settings: AuthSettings) {
  const { siteUrl, secrets, endedSessions, log, onSignIn = () => undefined, now = Date.now } = settings;
  const { issuer, clientId } = settings.directory;
  const isSecure = siteUrl.startsWith('https:');
  const cookieNames = cookieNamesFor(isSecure);
  const formTokens = createFormTokens(secrets);
  const { directory, staffList, ...exchangeSettings } = toExchangeSettings(settings);
  const navigation = createDirectoryNavigation({ directory, issuer, clientId, siteUrl, log });
  const exchange = (metadata?: Metadata) =>
    createExchange({ ...exchangeSettings, directory, staffList }, metadata);

  /** Sends Auth.js a request that the server makes itself. */
  async function run(headers: Headers, action: 'session' | 'csrf' | 'signout') {
    const isPost = action === 'signout';
    const { options, outcome } = exchange();
    const request = toAuthRequest(headers, {
      siteUrl,
      cookieNames,
      action,
      method: isPost ? 'POST' : 'GET',
      ...(isPost && { body: { csrfToken: '', callbackUrl: undefined } }),
    });
    // The caller has already checked the form's token.
    const response = await runAuth(request, { ...options, ...(isPost && { skipCSRFCheck }) });
    return { response, cookies: response.headers.getSetCookie(), outcome };
  }

  /** Ends a session on all instances. @throws ApiError STORE_UNAVAILABLE */
  const endSession = ({ id }: StaffSession) => endedSessions.end(id, now());

  return {
    siteUrl,
    cookieNames,
    formTokens,
    log,
    onSignIn,
    endSession,
    ...navigation,
    ...createOwnCookies({ isSecure, secrets, cookieNames, formTokens }),
    ...createSignInCookies(cookieNames),

    /** Options and outcome of one request to Auth.js. */
    begin: async () => exchange(await directory.metadata().catch(() => undefined)),

    /** True if there is a session to read, valid or not. */
    hasSessionCookie: (cookie = '') => cookie.includes(cookieNames.sessionToken),

    /** @throws ApiError STORE_UNAVAILABLE */
    async readSession(headers: Headers): Promise<ReadSession> {
      const { cookies, outcome } = await run(headers, 'session');
      const { session, unavailable } = outcome;
      if (unavailable) throw unavailable;
      const member = session && memberOf(session, staffList);
      return { member, id: member && session.id, cookies };
    },

    /** The random token of a browser, for sign-in and forms, and the cookie that contains it. */
    async browserToken(headers: Headers): Promise<{ token: string; cookies: string[] }> {
      const { response, cookies } = await run(headers, 'csrf');
      const { csrfToken } = (await response.json()) as { csrfToken: string };
      return { token: csrfToken, cookies };
    },

    /** @throws ApiError STORE_UNAVAILABLE; the session then continues */
    async signOut(headers: Headers): Promise<{ location: string; cookies: string[] }> {
      const { cookies, outcome } = await run(headers, 'signout');
      if (outcome.ended) await endSession(outcome.ended);
      return { location: await navigation.afterSignOut(outcome.ended ?? {}), cookies };
    },
  };
}

function toExchangeSettings(settings: AuthSettings): ExchangeSettings {
  const { siteUrl, secrets, staff, endedSessions, log, now = Date.now } = settings;
  const staffList = createStaffList(staff);
  const directory = createDirectory({
    ...settings.directory,
    isComplete: (claims) => isComplete(claims, staffList),
  });
  const isEntra = new URL(settings.directory.issuer).hostname === 'login.microsoftonline.com';
  const confirm = createConfirmations({ directory, isEntra, staffList, log, now });
  return {
    siteUrl,
    secrets,
    isEntra,
    staffList,
    endedSessions,
    log,
    now,
    directory: { ...settings.directory, ...directory },
    continueSession: (session) =>
      continueSession(session, {
        staffList,
        confirm,
        isEnded: endedSessions.isEnded,
        now: Math.floor(now() / 1000),
      }),
  };
}
