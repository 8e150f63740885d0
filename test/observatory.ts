import { parse } from 'parse5';

/** The response to check, received over https. */
export type ScannedAnswer = {
  url: string;
  headers: Headers;
  html: string;
  /** The response to a request with `origin` as Origin. */
  cors: { origin: string; headers: Headers };
};

const halfYear = 15_552_000;
const broad = /^(\*|(https?|ftp):(\/\/\*(\.\*)?)?)$/;

/**
 * Returns the rules of Mozilla's HTTP Observatory, version 5 (https://github.com/mdn/mdn-http-observatory,
 * src/analyzer/tests), for which a response does not get all points. Without any, it has at least 130, an A+.
 */
export function findLostPoints({ url, headers, html, cors }: ScannedAnswer): string[] {
  const policy = readPolicy(headers.get('content-security-policy') ?? '');
  const shared = cors.headers.get('access-control-allow-origin');
  const transport = /^max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1];
  const rules = {
    'content-security-policy': isStrict(policy),
    cookies: headers.getSetCookie().every(isGuarded),
    'cross-origin-resource-sharing': shared === null || shared === '*',
    'referrer-policy': /^(strict-origin-when-cross-origin|same-origin|strict-origin|no-referrer)$/.test(
      headers.get('referrer-policy') ?? '',
    ),
    'strict-transport-security': url.startsWith('https:') && Number(transport) >= halfYear,
    'subresource-integrity': listScripts(parse(html)).every(
      (src) => new URL(src, url).origin === new URL(url).origin,
    ),
    'x-content-type-options': headers.get('x-content-type-options') === 'nosniff',
    'x-frame-options': policy.has('frame-ancestors'),
    'cross-origin-resource-policy': /^same-(origin|site)$/.test(
      headers.get('cross-origin-resource-policy') ?? '',
    ),
  };
  return Object.entries(rules).flatMap(([name, isMet]) => (isMet ? [] : [name]));
}

/** Without directives if there are several policies, or one directive twice. */
function readPolicy(header: string): ReadonlyMap<string, readonly string[]> {
  const directives = header
    .toLowerCase()
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .map(([name = '', ...sources]) => [name, sources] as const)
    .filter(([name]) => name !== '');
  const policy = new Map(directives);
  return header.includes(',') || policy.size < directives.length ? new Map() : policy;
}

function isStrict(policy: ReturnType<typeof readPolicy>): boolean {
  const allowed = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const hasHash = (name: string) =>
    allowed(name).some((source) => /^'(sha(256|384|512)|nonce)-/.test(source));
  const allowsInline = (name: string) => allowed(name).includes("'unsafe-inline'") && !hasHash(name);
  const code = ['script-src', 'style-src', 'object-src'];
  return (
    policy.get('default-src')?.join() === "'none'" &&
    !code.some((name) => allowsInline(name) || allowed(name).some((source) => broad.test(source))) &&
    !code.some((name) =>
      allowed(name).some((source) => /^(data:|'unsafe-eval'|'strict-dynamic')$/.test(source)),
    ) &&
    ![...policy.values()].flat().some((source) => /^(http|ftp):/.test(source))
  );
}

function isGuarded(cookie: string): boolean {
  return /; *secure/i.test(cookie) && /; *httponly/i.test(cookie) && /; *samesite=(lax|strict)/i.test(cookie);
}

type Tree = { childNodes?: unknown[]; tagName?: string; attrs?: { name: string; value: string }[] };

/** The addresses of the scripts. */
function listScripts({ tagName, attrs = [], childNodes = [] }: Tree): string[] {
  const own = tagName === 'script' ? attrs.filter(({ name }) => name === 'src') : [];
  return [...own.map(({ value }) => value), ...childNodes.flatMap((child) => listScripts(child as Tree))];
}
