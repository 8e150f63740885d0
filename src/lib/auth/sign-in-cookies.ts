import { createHash } from 'node:crypto';
import { parseCookies, type CookieNames } from './cookies.ts';

/** Earlier sign-ins that other tabs may still finish. More would make the Cookie header too large for proxies. */
const keptSignIns = 2;

/**
 * Gives each sign-in cookies of its own, so that several tabs can sign in beside each other. Auth.js has one set of
 * names; in the browser, each name is followed by a key made from the sign-in's state.
 */
export function createSignInCookies(names: CookieNames) {
  const perSignIn = [names.state, names.nonce, names.pkceCodeVerifier, names.callbackUrl];

  return {
    /** The Cookie header of a callback with this state, under the names of Auth.js. */
    cookiesForCallback(header: string | null, state: string): string {
      const sent = parseCookies(header);
      const values = new Map(sent);
      const others = sent.filter(([name]) => !perSignIn.some((plain) => name.startsWith(plain)));
      const own = perSignIn.map((name) => {
        const shared = name === names.callbackUrl ? values.get(name) : undefined;
        return [name, values.get(keyed(name, state)) ?? shared] as const;
      });
      return [...others, ...own.filter(([, value]) => value !== undefined)]
        .map((pair) => pair.join('='))
        .join('; ');
    },

    /** The name in the browser of a cookie that Auth.js sets in the sign-in with this state. */
    keyedCookie: (name: string, state: string) =>
      state !== '' && perSignIn.includes(name) ? keyed(name, state) : name,

    /** Names of cookies of the oldest sign-ins, to delete when another begins. A browser sends the oldest first. */
    outdatedCookies(header: string | null): string[] {
      const sent = parseCookies(header)
        .map(([name]) => name)
        .filter((name) => perSignIn.some((plain) => name.startsWith(`${plain}.`)));
      const keys = [...new Set(sent.map(keyOf))];
      const outdated = keys.slice(0, Math.max(0, keys.length - keptSignIns));
      return sent.filter((name) => outdated.includes(keyOf(name)));
    },
  };
}

function keyed(name: string, state: string): string {
  return `${name}.${createHash('sha256').update(state).digest('hex').slice(0, 12)}`;
}

function keyOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
