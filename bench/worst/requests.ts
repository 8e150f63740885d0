import type { Random } from '#test/random.ts';

export type HostileRequest = {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

/** A text input of a route. */
export type Slot = {
  /** The longest text that the route accepts, in UTF-16 units. */
  length: number;
  request: (text: string) => HostileRequest;
};

export type Route = {
  name: string;
  usual: (random: Random) => HostileRequest;
  slots?: Readonly<Record<string, Slot>>;
  /** Requests with an expensive structure instead of an expensive text. */
  shapes?: Readonly<Record<string, (random: Random) => HostileRequest>>;
};

export const json = { 'Content-Type': 'application/json' };
export const urlEncoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
export const [formBytes, chatBytes] = [32_700, 65_500];
export const longestTarget = 8_000;
export const longestHeader = 14_000;

export const get = (path: string, headers: Record<string, string> = {}): HostileRequest => ({
  path,
  headers,
});
export const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = json,
): HostileRequest => ({
  ...{ method: 'POST', path, headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const postForm = (path: string, pairs: readonly (readonly [string, string])[]) =>
  post(path, new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString(), urlEncoded);
export const encode = encodeURIComponent;

/** Makes a request with as much of the text as fits into the body limit. */
export function fitting(
  text: string,
  make: (text: string) => HostileRequest,
  maxBytes: number = formBytes,
): HostileRequest {
  let made = make(text);
  for (let length = text.length; Buffer.byteLength(made.body ?? '') > maxBytes; length *= 0.95) {
    made = make(text.slice(0, length).toWellFormed());
  }
  return made;
}

/** Does not percent-encode letters and marks, so more of them fit. */
export const fittingForm = (path: string, name: string, text: string) =>
  fitting(text, (fits) => post(path, `${name}=${fits.replace(/[^\p{L}\p{M}]/gu, encode)}`, urlEncoded));
export const fittingJson = (path: string, makeBody: (text: string) => object) => ({
  length: 16_300,
  request: (text: string) => fitting(text, (fits) => post(path, makeBody(fits))),
});

export function split(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count);
  return Array.from(
    { length: count },
    (_, at) => text.slice(at * size, (at + 1) * size).toWellFormed() || 'a',
  );
}

export const questions = ['How do I register?', 'When does the term start?', 'What does the course cost?'];
export const words = ['soil', 'water', 'fees', 'exam', 'field work'];
