import type { AuthConfig } from '@auth/core';
import type { StaffContext } from './staff-types.ts';

/** Names of the cookies of Auth.js. */
export type CookieNames = Readonly<Record<(typeof purposes)[number], string>>;

const purposes = ['sessionToken', 'callbackUrl', 'csrfToken', 'pkceCodeVerifier', 'state', 'nonce'] as const;

const plainNames: CookieNames = {
  sessionToken: 'authjs.session-token',
  callbackUrl: 'authjs.callback-url',
  csrfToken: 'authjs.csrf-token',
  pkceCodeVerifier: 'authjs.pkce.code_verifier',
  state: 'authjs.state',
  nonce: 'authjs.nonce',
};

/** On https all have the prefix that ties a cookie to this very host (RFC 6265bis, section 4.1.3.2). */
export function cookieNamesFor(isSecure: boolean): CookieNames {
  const names = purposes.map((purpose) => [purpose, (isSecure ? '__Host-' : '') + plainNames[purpose]]);
  return Object.fromEntries(names) as CookieNames;
}

export function cookieOptions(isSecure: boolean) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } as const;
}

/** The cookies as Auth.js wants to be told of them. */
export function authCookies(isSecure: boolean): NonNullable<AuthConfig['cookies']> {
  const names = Object.entries(cookieNamesFor(isSecure));
  return Object.fromEntries(
    names.map(([purpose, name]) => [purpose, { name, options: cookieOptions(isSecure) }]),
  );
}

/** Cookies by name, as they were sent. */
export function parseCookies(header: string | null): [name: string, value: string][] {
  return (header ?? '').split(';').flatMap((pair): [string, string][] => {
    const [name = '', ...value] = pair.trim().split('=');
    return name === '' || value.length === 0 ? [] : [[name, value.join('=')]];
  });
}

/** Hands cookies that a Response of Auth.js sets on to an answer of ours. */
export function passOnCookies({ cookies }: Pick<StaffContext, 'cookies'>, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', ...value] = pair.split('=');
    const given = new Map(attributes.map((attribute) => toAttribute(attribute)));
    const [expires, maxAge] = [given.get('expires'), given.get('max-age')];
    cookies.set(name, value.join('='), {
      ...cookieOptions(given.has('secure')),
      ...(expires !== undefined && { expires: new Date(expires) }),
      ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
      // It is encoded already.
      encode: (text) => text,
    });
  }
}

function toAttribute(text: string): [name: string, value: string] {
  const [name = '', value = ''] = text.split('=', 2);
  return [name.toLowerCase(), value];
}
