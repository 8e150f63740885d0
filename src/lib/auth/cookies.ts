import type { AuthConfig } from '@auth/core';
import type { StaffContext } from './staff-types.ts';

/** Names of Auth.js's cookies. */
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

/** On https, all names start with the prefix that binds a cookie to this host (RFC 6265bis, section 4.1.3.2). */
export function cookieNamesFor(isSecure: boolean): CookieNames {
  const names = purposes.map((purpose) => [purpose, (isSecure ? '__Host-' : '') + plainNames[purpose]]);
  return Object.fromEntries(names) as CookieNames;
}

function cookieOptions(isSecure: boolean) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } as const;
}

/** The cookie settings of Auth.js. */
export function authCookies(isSecure: boolean): NonNullable<AuthConfig['cookies']> {
  const names = Object.entries(cookieNamesFor(isSecure));
  return Object.fromEntries(
    names.map(([purpose, name]) => [purpose, { name, options: cookieOptions(isSecure) }]),
  );
}

/** Parses a Cookie header without decoding values. */
export function parseCookies(header: string | null): [name: string, value: string][] {
  return (header ?? '').split(';').flatMap((pair): [string, string][] => {
    const [name = '', ...value] = pair.trim().split('=');
    return name === '' || value.length === 0 ? [] : [[name, value.join('=')]];
  });
}

/** Sets the cookies of Set-Cookie lines on our response. */
export function setCookies({ cookies }: Pick<StaffContext, 'cookies'>, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', ...value] = pair.split('=');
    const given = new Map(attributes.map((attribute) => toAttribute(attribute)));
    const [expires, maxAge] = [given.get('expires'), given.get('max-age')];
    cookies.set(name, value.join('='), {
      ...cookieOptions(given.has('secure')),
      ...(expires !== undefined && { expires: new Date(expires) }),
      ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
      // The value is encoded already.
      encode: (text) => text,
    });
  }
}

function toAttribute(text: string): [name: string, value: string] {
  const [name = '', value = ''] = text.split('=', 2);
  return [name.toLowerCase(), value];
}
