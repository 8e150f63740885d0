import { formBytes, get, json, longestHeader, longestTarget, post, urlEncoded } from './requests.ts';

/** Bodies with a structure that is expensive to parse or validate. */
export function jsonShapes(path: string, bytes: number, headers: Record<string, string> = json) {
  const fill = (piece: string, start: string, end: string) =>
    post(
      path,
      start + piece.repeat(Math.floor((bytes - start.length - end.length) / piece.length)) + end,
      headers,
    );
  const list = (member: string, piece: string, last: string) =>
    fill(`${piece},`, `{"${member}":[`, `${last}]}`);
  return {
    'deepest lists': () => fill('[', '', ''),
    'deepest lists, closed': () =>
      post(path, `{"a":${'['.repeat(bytes / 2 - 10)}${']'.repeat(bytes / 2 - 10)}}`, headers),
    'deepest objects': () =>
      post(path, `${'{"a":'.repeat((bytes - 10) / 6)}1${'}'.repeat((bytes - 10) / 6)}`, headers),
    'most members': () =>
      post(
        path,
        `{${Array.from({ length: Math.floor(bytes / 11) }, (_, at) => `"${at.toString(36)}":0`).join(',')}}`,
        headers,
      ),
    'most courses': () => list('courses', '""', '""'),
    'most interests': () => list('interests', '0', '0'),
    'most messages': () => list('messages', '{}', '{}'),
    'most user messages': () => list('messages', '{"role":"user"}', '{}'),
    'most parts': () => fill('{},', '{"messages":[{"role":"user","parts":[', '{}]}]}'),
    'most text parts': () =>
      fill('{"type":"text","text":""},', '{"messages":[{"role":"assistant","parts":[', '{}]}]}'),
    'most escapes': () => fill('\\u0301', '{"email":"', '"}'),
    'broken at the end': () => fill('{"a":1},', '{"a":[', ''),
  };
}

export function formShapes(path: string) {
  const fill = (piece: string) => post(path, piece.repeat(Math.floor(formBytes / piece.length)), urlEncoded);
  return {
    'most pairs': () => fill('a&'),
    'most courses': () => fill('courses=A&'),
    'most interests': () => fill('interests=A&'),
    'most equals signs': () => fill('='),
    'everything encoded': () => fill('%61'),
    'line ends': () => post(path, `note=${'%0D%0A'.repeat(formBytes / 6 - 1)}`, urlEncoded),
  };
}

/** Headers that are parsed at every address. */
export function headerShapes(path: string) {
  const fill = (name: string, piece: string) => () =>
    get(path, { [name]: piece.repeat(Math.floor(longestHeader / piece.length)) });
  return {
    'most ranges in Accept': fill('Accept', 'a/b;q=0.1,'),
    'parameters in Accept': fill('Accept', ';a="\\""'),
    'most codings': fill('Accept-Encoding', 'a;q=0.5,'),
    'most entity tags': fill('If-None-Match', 'W/"a",'),
    'most ranges of bytes': () => get(path, { Range: `bytes=${'0-1,'.repeat(3_000)}0-1` }),
    'most cookies': fill('Cookie', 'a=b;'),
    'most cookies of a session': fill('Cookie', 'authjs.session-token=a.b.c.d;'),
    'a long session cookie': () =>
      get(path, { Cookie: `authjs.session-token=eyJhbGciOiJkaXIifQ..${'A'.repeat(longestHeader - 100)}` }),
    'most forwarded addresses': fill('X-Forwarded-For', '127.0.0.1,'),
    'most forwarded elements': fill('Forwarded', 'for="[::1]",'),
    'a long Origin': () => get(path, { Origin: `http://${'%CC%81%CC%96'.repeat(1_100)}` }),
    'a long Host': () => get(path, { Host: `${'xn--a.'.repeat(2_000)}org` }),
    'a long Referer': () => get(path, { Referer: `http://${'a.'.repeat(6_000)}org/` }),
  };
}

export function pathShapes(prefix: string) {
  const fill = (piece: string) => () =>
    get(prefix + piece.repeat(Math.floor((longestTarget - prefix.length) / piece.length)));
  return {
    'encoded marks': fill('%CC%81%CC%96'),
    'encoded letters': fill('%61'),
    'broken encoding': fill('%E0'),
    'most segments': fill('a/'),
    'dot segments': fill('./'),
    'most slashes': fill('/'),
    'endings of pages': fill('/index.html'),
    'most parameters': () => get(`${prefix}?${'a&'.repeat(3_900)}`),
  };
}
