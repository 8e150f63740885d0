import { parse } from 'parse5';

/** The response to grade, received over https. */
export type ScannedAnswer = {
  url: string;
  headers: Headers;
  html: string;
  /** The response to a request with `origin` as Origin. */
  cors: { origin: string; headers: Headers };
  /** The redirects from http; undefined without an http server. */
  route?: string[];
};

type Verdict = readonly [result: string, modifier: number];
export type Grade = { score: number; grade: string; verdicts: Record<string, Verdict> };

const halfYear = 15_552_000;
const broad = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']);
const isInlineOrBroad = (source: string) =>
  broad.has(source) || source === "'unsafe-inline'" || source === 'data:';
const grades: readonly [number, string][] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
];

/**
 * Grades a response by the rules of Mozilla's HTTP Observatory, version 5
 * (https://github.com/mdn/mdn-http-observatory, src/analyzer/tests and src/grader), without those for preloaded hosts,
 * policies in `<meta>` and invalid certificates.
 * @throws Error if the response has several policies
 */
export function gradeAnswer(answer: ScannedAnswer): Grade {
  const hsts = judgeTransport(answer);
  const verdicts: Record<string, Verdict> = {
    'content-security-policy': judgePolicy(answer),
    cookies: judgeCookies(answer, hsts[1] >= 0),
    'cross-origin-resource-sharing': judgeSharing(answer),
    redirection: judgeRedirection(answer),
    'referrer-policy': judgeReferrer(answer),
    'strict-transport-security': hsts,
    'subresource-integrity': judgeScripts(answer),
    'x-content-type-options': judgeSniffing(answer),
    'x-frame-options': judgeFrames(answer),
    'cross-origin-resource-policy': judgeEmbedding(answer),
  };
  const modifiers = Object.values(verdicts).map(([, modifier]) => modifier);
  const add = (sum: number, modifier: number) => sum + modifier;
  const without = modifiers.filter((modifier) => modifier < 0).reduce(add, 100);
  // Extra credit counts only from 90 points.
  const score = Math.max(0, without >= 90 ? modifiers.reduce(add, 100) : without);
  const grade = grades.find(([least]) => score >= least)?.[1] ?? 'F';
  return { score, grade, verdicts };
}

function readPolicy(headers: Headers): Map<string, Set<string>> | undefined {
  const policy = headers.get('content-security-policy');
  if (policy === null) return undefined;
  if (policy.includes(',')) throw new Error('several policies');
  const directives = new Map<string, Set<string>>();
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
    if (name === '') continue;
    if (directives.has(name)) throw new Error(`${name} twice`);
    const isEmptyList = sources.length === 0 && name.endsWith('-src');
    directives.set(name, new Set(isEmptyList ? ["'none'"] : sources));
  }
  return directives;
}

function judgePolicy({ headers }: ScannedAnswer): Verdict {
  let policy;
  try {
    policy = readPolicy(headers);
  } catch {
    return ['csp-header-invalid', -25];
  }
  if (!policy || policy.size === 0) return ['csp-not-implemented', -25];
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? new Set(['*']);
  const hasHash = (list: ReadonlySet<string>) =>
    [...list].some((source) => /^'(sha(256|384|512)|nonce)-/.test(source));
  const effective = (name: string) => {
    const list = new Set(sources(name));
    if (hasHash(list)) list.delete("'unsafe-inline'");
    return list;
  };
  const [script, style] = [effective('script-src'), effective('style-src')];
  if (script.has("'strict-dynamic'")) {
    if (!hasHash(script)) return ['csp-header-invalid', -25];
    for (const source of [...script]) {
      if (source === "'self'" || [...broad].some((start) => source.startsWith(start))) script.delete(source);
    }
  }
  if ([...script].some(isInlineOrBroad) || [...sources('object-src')].some((source) => broad.has(source))) {
    return ['csp-implemented-with-unsafe-inline', -20];
  }
  const isInsecure = (source: string) => /^(http|ftp):/.test(source);
  const passive = ['img-src', 'media-src'];
  const active = [...policy].filter(([name]) => !passive.includes(name) && name !== 'script-src');
  if ([...active.flatMap(([, list]) => [...list]), ...script].some(isInsecure)) {
    return ['csp-implemented-with-insecure-scheme', -20];
  }
  if (script.has("'unsafe-eval'") || style.has("'unsafe-eval'"))
    return ['csp-implemented-with-unsafe-eval', -10];
  if (passive.some((name) => [...sources(name)].some(isInsecure))) {
    return ['csp-implemented-with-insecure-scheme-in-passive-content-only', -10];
  }
  if ([...style].some(isInlineOrBroad)) return ['csp-implemented-with-unsafe-inline-in-style-src-only', 0];
  const byDefault = policy.get('default-src');
  return byDefault?.size === 1 && byDefault.has("'none'")
    ? ['csp-implemented-with-no-unsafe-default-src-none', 10]
    : ['csp-implemented-with-no-unsafe', 5];
}

/** Returns the worst result of all cookies. */
function judgeCookies({ headers }: ScannedAnswer, hasTransportSecurity: boolean): Verdict {
  const cookies = headers.getSetCookie();
  if (cookies.length === 0) return ['cookies-not-found', 0];
  const verdicts = cookies.map((line): Verdict => {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const attributes = new Map(
      rest.map((part) => part.toLowerCase().split('=')).map(([name = '', value = '']) => [name, value]),
    );
    const name = pair.split('=')[0]?.toLowerCase() ?? '';
    const isSession = /login|sess/.test(name);
    const sameSite = attributes.get('samesite');
    const isSecure = attributes.has('secure');
    if (isSession && !isSecure && !hasTransportSecurity) return ['cookies-session-without-secure-flag', -40];
    if (isSession && !attributes.has('httponly')) return ['cookies-session-without-httponly-flag', -30];
    if (name.includes('csrf') && !sameSite) return ['cookies-anticsrf-without-samesite-flag', -20];
    const isKnown = sameSite === undefined || /^(lax|strict|none)$/.test(sameSite);
    if (!isKnown || (sameSite === 'none' && !isSecure)) return ['cookies-samesite-flag-invalid', -20];
    if (!isSecure && !hasTransportSecurity) return ['cookies-without-secure-flag', -20];
    if (!isSecure && isSession) return ['cookies-session-without-secure-flag-but-protected-by-hsts', -10];
    if (!isSecure) return ['cookies-without-secure-flag-but-protected-by-hsts', -5];
    return sameSite === undefined
      ? ['cookies-secure-with-httponly-sessions', 0]
      : ['cookies-secure-with-httponly-sessions-and-samesite', 5];
  });
  return verdicts.reduce((worst, verdict) => (verdict[1] < worst[1] ? verdict : worst));
}

function judgeSharing({ cors: { origin, headers } }: ScannedAnswer): Verdict {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === null) return ['cross-origin-resource-sharing-not-implemented', 0];
  if (allowed === '*') return ['cross-origin-resource-sharing-implemented-with-public-access', 0];
  return allowed === origin && headers.get('access-control-allow-credentials')?.toLowerCase() === 'true'
    ? ['cross-origin-resource-sharing-implemented-with-universal-access', -50]
    : ['cross-origin-resource-sharing-implemented-with-restricted-access', 0];
}

function judgeRedirection({ route }: ScannedAnswer): Verdict {
  if (!route) return ['redirection-not-needed-no-http', 0];
  const [first, second] = route.map((address) => new URL(address));
  if (!first || !second) return ['redirection-missing', -20];
  if (new URL(route.at(-1) ?? '').protocol !== 'https:') return ['redirection-not-to-https', -20];
  if (second.protocol === 'http:') return ['redirection-not-to-https-on-initial-redirection', -10];
  if (first.hostname !== second.hostname) return ['redirection-off-host-from-http', -5];
  return ['redirection-to-https', 0];
}

function judgeReferrer({ headers }: ScannedAnswer): Verdict {
  const header = headers.get('referrer-policy');
  if (header === null) return ['referrer-policy-not-implemented', 0];
  const good = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
  const bad = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade'];
  const policy = header
    .split(',')
    .map((value) => value.trim().toLowerCase())
    .findLast((value) => good.includes(value) || bad.includes(value));
  if (policy === undefined) return ['referrer-policy-header-invalid', -5];
  return good.includes(policy) ? ['referrer-policy-private', 5] : ['referrer-policy-unsafe', -5];
}

function judgeTransport({ url, headers }: ScannedAnswer): Verdict {
  if (!url.startsWith('https:')) return ['hsts-not-implemented-no-https', -20];
  const header = headers.get('strict-transport-security');
  if (header === null) return ['hsts-not-implemented', -20];
  const age = /(?:^|;)\s*max-age=(\d+)/i.exec(header)?.[1];
  if (age === undefined || header.includes(',')) return ['hsts-header-invalid', -20];
  return Number(age) < halfYear
    ? ['hsts-implemented-max-age-less-than-six-months', -10]
    : ['hsts-implemented-max-age-at-least-six-months', 0];
}

function judgeScripts({ url, html }: ScannedAnswer): Verdict {
  const scripts = scriptsIn(parse(html));
  if (scripts.length === 0) return ['sri-not-implemented-but-no-scripts-loaded', 0];
  const named = scripts.flatMap((attributes) => {
    const src = attributes.get('src');
    return src === undefined ? [] : [{ src, integrity: attributes.has('integrity') }];
  });
  const isForeign = (src: string) =>
    /^\/\/[^/]/.test(src) || (/^https?:/.test(src) && new URL(src).hostname !== new URL(url).hostname);
  const foreign = named.filter(({ src }) => isForeign(src));
  const worst = foreign.map(({ src, integrity }): Verdict => {
    const isSecure = src.startsWith('https:');
    if (integrity)
      return isSecure
        ? ['sri-implemented-and-external-scripts-loaded-securely', 5]
        : ['sri-implemented-but-external-scripts-not-loaded-securely', -20];
    return isSecure
      ? ['sri-not-implemented-but-external-scripts-loaded-securely', -5]
      : ['sri-not-implemented-and-external-scripts-not-loaded-securely', -50];
  });
  if (worst.length > 0) return worst.reduce((first, next) => (next[1] < first[1] ? next : first));
  return named.some(({ integrity }) => integrity)
    ? ['sri-implemented-and-all-scripts-loaded-securely', 5]
    : ['sri-not-implemented-but-all-scripts-loaded-from-secure-origin', 0];
}

type Tree = { childNodes?: unknown[]; tagName?: string; attrs?: { name: string; value: string }[] };

function scriptsIn(node: Tree): Map<string, string>[] {
  const own =
    node.tagName === 'script' ? [new Map((node.attrs ?? []).map(({ name, value }) => [name, value]))] : [];
  return [...own, ...(node.childNodes ?? []).flatMap((child) => scriptsIn(child as Tree))];
}

function judgeSniffing({ headers }: ScannedAnswer): Verdict {
  return headers.get('x-content-type-options')?.trim().toLowerCase() === 'nosniff'
    ? ['x-content-type-options-nosniff', 0]
    : ['x-content-type-options-not-implemented', -5];
}

function judgeFrames({ headers }: ScannedAnswer): Verdict {
  try {
    if (readPolicy(headers)?.has('frame-ancestors')) return ['x-frame-options-implemented-via-csp', 5];
  } catch {
    // An invalid policy does not block frames.
  }
  const header = headers.get('x-frame-options')?.trim().toLowerCase();
  if (header === undefined) return ['x-frame-options-not-implemented', -20];
  return /^(deny|sameorigin|allow-from.*)$/.test(header)
    ? ['x-frame-options-sameorigin-or-deny', 0]
    : ['x-frame-options-header-invalid', -20];
}

function judgeEmbedding({ headers }: ScannedAnswer): Verdict {
  const header = headers.get('cross-origin-resource-policy')?.trim().toLowerCase();
  if (header === undefined) return ['cross-origin-resource-policy-not-implemented', 0];
  if (header === 'same-origin' || header === 'same-site')
    return [`cross-origin-resource-policy-implemented-with-${header}`, 10];
  return header === 'cross-origin'
    ? ['cross-origin-resource-policy-implemented-with-cross-origin', 0]
    : ['cross-origin-resource-policy-header-invalid', -5];
}
