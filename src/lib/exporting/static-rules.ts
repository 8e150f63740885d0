import type { PreparedAddress } from '#lib/delivery/prepared-address.ts';
import type { HeaderPair } from '#lib/delivery/prepared.ts';
import type { Published } from '#lib/delivery/published.ts';

/**
 * The data that a static host needs to respond like the server. A key is the address of a file, or the address of a
 * page after `html:` or `markdown:`.
 */
export type StaticRules = {
  /** Addresses of pages, which are negotiated by `Accept`. */
  pages: string[];
  /** Index in `templates` by key. Unknown keys use the first template, which is that of the 404 page. */
  keys: Map<string, number>;
  /** Headers, with the placeholders `{path}` and `{twin}` for the addresses of the page and its twin. */
  templates: HeaderPair[][];
  /** Redirects from former addresses. */
  moved: Map<string, string>;
  /** Media types by address. */
  types: Map<string, string>;
};

/** Headers that the host sets itself. */
const hostHeaders = /^(content-type|content-length|content-encoding|etag|accept-ranges)$/i;

/** Collects the headers that delivery has prepared. */
export function listStaticRules({ manifest, addresses, redirects, missing }: Published): StaticRules {
  const templates: HeaderPair[][] = [];
  const places = new Map<string, number>();
  const keys = new Map<string, number>();
  const types = new Map<string, string>();
  place(headersOf(missing, 'html'));
  for (const { path, markdownPath, status } of manifest.pages) {
    if (status !== 200) continue;
    const own = find(path);
    const page = { path, twin: markdownPath };
    keys.set(`html:${path}`, place(headersOf(own, 'html'), page));
    keys.set(`markdown:${path}`, place(headersOf(own, 'markdown'), page));
    keys.set(markdownPath, place(headersOf(find(markdownPath), 'markdown'), page));
  }
  for (const { path, contentType } of manifest.files) {
    keys.set(path, place(headersOf(find(path), 'html')));
    types.set(path, contentType);
  }
  const pages = manifest.pages.filter(({ status }) => status === 200).map(({ path }) => path);
  return {
    pages,
    keys,
    templates,
    moved: new Map([...redirects].filter(([from]) => !addresses.has(from))),
    types,
  };

  function find(path: string): PreparedAddress {
    const address = addresses.get(new URL(path, 'http://localhost').pathname);
    if (!address) throw new Error(`The build has nothing at ${path}`);
    return address;
  }

  function place(headers: HeaderPair[], page?: { path: string; twin: string }): number {
    const general = page ? headers.map(([name, value]) => [name, generalise(value, page)] as const) : headers;
    const text = JSON.stringify(general);
    const found = places.get(text) ?? templates.push(general) - 1;
    places.set(text, found);
    return found;
  }
}

function generalise(value: string, { path, twin }: { path: string; twin: string }): string {
  if (value === twin) return '{twin}';
  return value
    .replaceAll(`<${twin}>`, '<{twin}>')
    .replaceAll(`<${path}>; rel="canonical"`, '<{path}>; rel="canonical"');
}

function headersOf(address: PreparedAddress, form: 'html' | 'markdown'): HeaderPair[] {
  const { headers } = address[form].identity.layout;
  const pairs: HeaderPair[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (!hostHeaders.test(name)) pairs.push([name, value]);
  }
  return pairs;
}
