import { type Address, parseAddress } from './client-address-proxies.ts';

/** Request headers as `fetch` or `node:http` represent them. */
export type RequestHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Yields the addresses that proxies recorded, nearest first, and undefined for each entry without a valid address
 * (garbage, `unknown`, an obfuscated identifier). X-Forwarded-For takes precedence over Forwarded, so a proxy that
 * writes only Forwarded must remove any X-Forwarded-For that a client sends.
 */
export function* forwardedAddresses(headers: RequestHeaders): Generator<Address | undefined> {
  const simple = headerLines(headers, 'x-forwarded-for');
  if (simple !== undefined) {
    for (const node of simple.split(',').reverse()) if (!isEmpty(node)) yield readNode(node);
    return;
  }
  for (const element of elementsFromRight(headerLines(headers, 'forwarded') ?? ''))
    if (!isEmpty(element)) yield readElement(element);
}

/** Empty list elements are ignored (RFC 9110, section 5.6.1.2). */
function isEmpty(element: string): boolean {
  return element.trim() === '';
}

function headerLines(headers: RequestHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value.join(',');
}

/**
 * Splits at the commas outside quotes, from the right. Our proxies append elements with balanced quotes, so an
 * unclosed quote that a client sends cannot swallow them.
 */
function elementsFromRight(text: string): string[] {
  const elements: string[] = [];
  let quoted = false;
  let end = text.length;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === '"' && text[at - 1] !== '\\') quoted = !quoted;
    if (text[at] !== ',' || quoted) continue;
    elements.push(text.slice(at + 1, end));
    end = at;
  }
  elements.push(text.slice(0, end));
  return elements;
}

const token = String.raw`[!#$%&'*+.^_\x60|~0-9A-Za-z-]+`;
const quotedString = String.raw`"(?:[^"\\]|\\.)*"`;
const pair = new RegExp(String.raw`\s*(?:(${token})=(${token}|${quotedString})\s*)?(;|$)`, 'y');

/** One element of Forwarded (RFC 7239, section 4): exactly one `for`, every pair well-formed. */
function readElement(element: string): Address | undefined {
  const values: string[] = [];
  pair.lastIndex = 0;
  for (let more = true; more;) {
    const found = pair.exec(element);
    if (found === null) return undefined;
    if (found[1]?.toLowerCase() === 'for') values.push(found[2] ?? '');
    more = found[3] === ';';
  }
  const [value] = values;
  if (value === undefined || values.length > 1) return undefined;
  return readNode(value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value);
}

/** Parses an address with or without a port; IPv6 with a port is in brackets (RFC 7239, section 6). */
function readNode(text: string): Address | undefined {
  const node = text.trim();
  const bracketed = /^\[([^\]]+)\](?::[\w.-]+)?$/.exec(node);
  if (bracketed) return parseAddress(bracketed[1] ?? '');
  const withPort = /^([\d.]+):[\w.-]+$/.exec(node);
  return parseAddress(withPort?.[1] ?? node);
}
