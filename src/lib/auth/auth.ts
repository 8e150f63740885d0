import { Auth as runAuth, skipCSRFCheck, type AuthConfig } from '@auth/core';
import { decode, encode } from '@auth/core/jwt';
import type { EndedSessions } from '#lib/store/ended-sessions.ts';
import { isComplete } from './claims.ts';
import { createConfirmations } from './confirmations.ts';
import { cookieNamesFor, parseCookies, type CookieNames } from './cookies.ts';
import { createDirectoryOrigins } from './directory-origins.ts';
import { createDirectory, type DirectoryOptions } from './directory.ts';
import { signedOutAddress, toAuthRequest } from './auth-request.ts';
import { createExchange, type Exchange, type ExchangeSettings } from './exchange.ts';
import { createFormTokens, type FormTokens } from './form-tokens.ts';
import { createStaffList, type StaffListSettings } from './staff-list.ts';
import { continueSession, memberOf, type StaffSession } from './staff-session.ts';
import type { StaffMember } from './staff-types.ts';

export type AuthSettings = {
  siteUrl: string;
  /** The first signs and encrypts, all verify and decrypt. */
  secrets: readonly string[];
  directory: Omit<DirectoryOptions, 'isComplete'>;
  staff: StaffListSettings;
  endedSessions: Pick<EndedSessions, 'isEnded' | 'epochOf' | 'end'>;
  /** Gets one line, without personal data, for each thing that went wrong. */
  log: (line: string) => void;
  /** Told how each sign-in ended, for counts. */
  onSignIn?: ((result: SignInResult) => void) | undefined;
  now?: () => number;
};

/** Who was refused at the last sign-in in a browser. */
export type Refusal = { account: string; idToken: string | undefined };

/** The signed-in member, and the Set-Cookie lines that renew or delete the session's cookie. */
export type ReadSession = {
  member: StaffMember | undefined;
  /** The session's id; undefined without a member. */
  id: string | undefined;
  cookies: string[];
};

/** How a sign-in ended: `refused` for a person of the directory who is not of the staff. */
export type SignInResult = 'accepted' | 'refused' | 'failed';

/** Sign-in with the corporate directory. */
export type Auth = {
  readonly onSignIn: (result: SignInResult) => void;
  readonly siteUrl: string;
  readonly cookieNames: CookieNames;
  readonly formTokens: FormTokens;
  /** Options and outcome of one request to Auth.js. */
  begin: () => Promise<Exchange>;
  /** Whether there is a session to read, valid or not. */
  hasSessionCookie(cookie: string | undefined): boolean;
  /** @throws ApiError STORE_UNAVAILABLE */
  readSession(headers: Headers): Promise<ReadSession>;
  /** A random token of the browser's own, for sign-in and forms, and the cookie that keeps it. */
  browserToken(headers: Headers): Promise<{ token: string; cookies: string[] }>;
  /** The cookie that marks a browser in which a member was signed in; it outlives the session. */
  memberMark(browser: string): string;
  hasMemberMark(headers: Headers): boolean;
  /** @throws ApiError STORE_UNAVAILABLE; the session then continues */
  signOut(headers: Headers): Promise<{ location: string; cookies: string[] }>;
  /** Ends a session on all instances. @throws ApiError STORE_UNAVAILABLE */
  endSession(session: StaffSession): Promise<void>;
  /** Where a browser goes once our session is over: to the directory, where that ends its session too. */
  afterSignOut(ended: Partial<Pick<StaffSession, 'idToken' | 'refreshToken'>>): Promise<string>;
  /** Where forms of staff pages lead to by redirects: what a policy must allow for that. */
  directoryOrigins(): Promise<readonly string[]>;
  /** How the directory is asked for another account than the one that is signed in there. */
  otherAccountPrompt(): Promise<'select_account' | 'login'>;
  refusalCookie(refusal: Refusal): Promise<string>;
  readRefusal(headers: Headers): Promise<Refusal | undefined>;
};

const refusalSeconds = 600;

export function createAuth(settingsOfAuth: AuthSettings): Auth {
  const { siteUrl, secrets, directory, staff, endedSessions, log, now = Date.now } = settingsOfAuth;
  const staffList = createStaffList(staff);
  const needsGroups = staff.groups.length > 0 || staff.roles !== undefined;
  const asked = createDirectory({
    ...directory,
    isComplete: (claims) => isComplete(claims, { needsGroups }),
  });
  const isEntra = new URL(directory.issuer).hostname === 'login.microsoftonline.com';
  const isSecure = siteUrl.startsWith('https:');
  const cookieNames = cookieNamesFor(isSecure);
  const refusalName = `${isSecure ? '__Host-' : ''}lectern.refused`;
  const markName = `${isSecure ? '__Host-' : ''}lectern.member`;
  const ownAttributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const formTokens = createFormTokens(secrets);
  const sealing = { secret: [...secrets], salt: refusalName };
  const confirm = createConfirmations({
    directory: asked,
    isEntra,
    knownGroups: staffList.knownGroups,
    log,
    now,
  });
  const settings: ExchangeSettings = {
    ...{ siteUrl, secrets, isEntra, staffList, endedSessions, log, now },
    directory: { ...asked, ...directory },
    goOn: (session) =>
      continueSession(session, {
        ...{ staffList, confirm, isEnded: endedSessions.isEnded },
        now: Math.floor(now() / 1000),
      }),
  };
  const metadata = () => asked.metadata().catch(() => undefined);

  async function run(headers: Headers, action: string, { method = 'GET' }: { method?: 'GET' | 'POST' } = {}) {
    const exchange = createExchange(settings, undefined);
    const own = { siteUrl, cookieNames, action, method };
    const body = method === 'POST' ? { body: { csrfToken: '', callbackUrl: undefined } } : {};
    // Posts from here come of forms whose own token has been checked.
    const trusting: Pick<AuthConfig, 'skipCSRFCheck'> = method === 'POST' ? { skipCSRFCheck } : {};
    const request = toAuthRequest(headers, { ...own, ...body });
    const response = await runAuth(request, { ...exchange.options, ...trusting });
    return { response, cookies: response.headers.getSetCookie(), outcome: exchange.outcome };
  }

  const endSession = ({ id }: StaffSession) => endedSessions.end(id, now());

  async function afterSignOut({ idToken, refreshToken }: Partial<StaffSession>): Promise<string> {
    if (refreshToken !== undefined) {
      void asked.revoke(refreshToken).catch(() => log('a refresh token could not be revoked'));
    }
    const address = (await metadata())?.end_session_endpoint;
    if (address === undefined) return signedOutAddress(siteUrl);
    const url = new URL(address);
    if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken);
    url.searchParams.set('client_id', directory.clientId);
    url.searchParams.set('post_logout_redirect_uri', signedOutAddress(siteUrl));
    return url.href;
  }

  return {
    ...{ siteUrl, cookieNames, formTokens, endSession, afterSignOut },
    onSignIn: settingsOfAuth.onSignIn ?? (() => undefined),
    begin: async () => createExchange(settings, await metadata()),
    hasSessionCookie: (cookie = '') => cookie.includes(cookieNames.sessionToken),
    async readSession(headers) {
      const { cookies, outcome } = await run(headers, 'session');
      const { session, unavailable } = outcome;
      if (unavailable) throw unavailable;
      const member = session && memberOf(session, staffList);
      return { member, id: member && session.id, cookies };
    },
    async browserToken(headers) {
      const { response, cookies } = await run(headers, 'csrf');
      const { csrfToken } = (await response.json()) as { csrfToken: string };
      return { token: csrfToken, cookies };
    },
    memberMark: (browser) => `${markName}=${formTokens.sign({ browser, email: '' })}; ${ownAttributes}`,
    hasMemberMark(headers) {
      const cookies = new Map(parseCookies(headers.get('cookie')));
      // Auth.js keeps the token with its hash.
      const [browser = ''] = (cookies.get(cookieNames.csrfToken) ?? '').split(/\||%7C/i);
      return formTokens.isSigned(cookies.get(markName) ?? '', { browser, email: '' });
    },
    async signOut(headers) {
      const { cookies, outcome } = await run(headers, 'signout', { method: 'POST' });
      if (outcome.ended) await endSession(outcome.ended);
      return { location: await afterSignOut(outcome.ended ?? {}), cookies };
    },
    directoryOrigins: createDirectoryOrigins(directory.issuer, metadata),
    async otherAccountPrompt() {
      const prompts = (await metadata())?.prompt_values_supported;
      return prompts === undefined || prompts.includes('select_account') ? 'select_account' : 'login';
    },
    async refusalCookie(refusal) {
      const value = await encode({ ...sealing, token: refusal, maxAge: refusalSeconds });
      return `${refusalName}=${value}; Max-Age=${refusalSeconds}; ${ownAttributes}`;
    },
    async readRefusal(headers) {
      const [, sealed = ''] =
        parseCookies(headers.get('cookie')).find(([name]) => name === refusalName) ?? [];
      // One that was tampered with tells of no refusal.
      const read = await decode<Refusal>({ ...sealing, token: sealed }).catch(() => null);
      return read === null ? undefined : { account: read.account, idToken: read.idToken };
    },
  };
}
