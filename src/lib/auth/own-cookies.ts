import { decode, encode } from '@auth/core/jwt';
import { callbackQuery } from './auth-request.ts';
import { parseCookies, type CookieNames } from './cookies.ts';
import type { FormTokens } from './form-tokens.ts';

/** The account that was refused at the last sign-in in a browser. */
export type SignInRefusal = { account: string; idToken: string | undefined };

type Options = {
  isSecure: boolean;
  secrets: readonly string[];
  cookieNames: CookieNames;
  formTokens: FormTokens;
};

const refusalSeconds = 600;

/** The cookies that Auth.js does not manage. */
export function createOwnCookies({ isSecure, secrets, cookieNames, formTokens }: Options) {
  const prefix = isSecure ? '__Host-' : '';
  const refusalName = `${prefix}lectern.refused`;
  const markName = `${prefix}lectern.member`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const sealing = { secret: [...secrets], salt: refusalName };

  return {
    /** A cookie that marks a browser in which a member has signed in. It outlives the session. */
    memberMark: (browser: string) => `${markName}=${formTokens.sign({ browser, email: '' })}; ${attributes}`,

    hasMemberMark(headers: Headers): boolean {
      const cookies = new Map(parseCookies(headers.get('cookie')));
      // Auth.js stores the token with its hash.
      const [browser = ''] = (cookies.get(cookieNames.csrfToken) ?? '').split(/\||%7C/i);
      return formTokens.isSigned(cookies.get(markName) ?? '', { browser, email: '' });
    },

    async refusalCookie(refusal: SignInRefusal): Promise<string> {
      const value = await encode({ ...sealing, token: refusal, maxAge: refusalSeconds });
      return `${refusalName}=${value}; Max-Age=${refusalSeconds}; ${attributes}`;
    },

    /**
     * False for a callback without the state of the sign-in in progress: any site or an earlier tab can send a browser
     * there, and a reload sends it again. Such a callback must not affect the sign-in in progress.
     */
    async isOwnCallback({ request, url }: { request: Request; url: URL }): Promise<boolean> {
      const token = parseCookies(request.headers.get('cookie')).find(
        ([name]) => name === cookieNames.state,
      )?.[1];
      const check = await decode({ secret: [...secrets], salt: cookieNames.state, token: token ?? '' }).catch(
        () => null,
      );
      return (
        check?.['value'] !== undefined && check['value'] === callbackQuery(url.searchParams).get('state')
      );
    },

    /** Undefined if the cookie is missing or was tampered with. */
    async readRefusal(headers: Headers): Promise<SignInRefusal | undefined> {
      const token = parseCookies(headers.get('cookie')).find(([name]) => name === refusalName)?.[1] ?? '';
      const refusal = await decode<SignInRefusal>({ ...sealing, token }).catch(() => null);
      return refusal ? { account: refusal.account, idToken: refusal.idToken } : undefined;
    },
  };
}
