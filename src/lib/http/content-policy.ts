/** CSP hashes of the inline code of a page, without quotes: `sha256-...`. */
export type InlineCode = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/** Additional origins that a page needs, by directive. */
export type Allowances = Readonly<
  Partial<
    Record<`${'script' | 'frame' | 'style' | 'connect' | 'img'}-src` | 'form-action', readonly string[]>
  >
>;

export type PagePolicyOptions = {
  inlineCode: InlineCode;
  /** Whether the site is served over https. Browsers then upgrade its http addresses. */
  isSecure: boolean;
  allowances?: Allowances;
  /** False for pages with third-party code that creates markup from strings. */
  hasTrustedTypes?: boolean;
};

/**
 * Creates the Content-Security-Policy of a page (https://www.w3.org/TR/CSP3/). Inline code runs only if its hash is
 * listed, so injected code does not run. The Trusted Types policy `default` allows only the URL of Pagefind's worker:
 * see `components/search/search-worker.ts`.
 */
export function pagePolicy({
  inlineCode,
  isSecure,
  allowances = {},
  hasTrustedTypes = true,
}: PagePolicyOptions): string {
  const own = (name: keyof Allowances, hashes: readonly string[] = []) =>
    [name, "'self'", ...hashes.map((hash) => `'${hash}'`), ...(allowances[name] ?? [])].join(' ');
  const frames = allowances['frame-src'] ?? [];
  return [
    "default-src 'none'",
    own('script-src', inlineCode.scripts),
    own('style-src', inlineCode.styles),
    own('img-src'),
    "font-src 'self'",
    own('connect-src'),
    "worker-src 'self'",
    "manifest-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    own('form-action'),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(hasTrustedTypes ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** For everything except pages: a document that is opened directly can't load, run or send anything. */
export const documentPolicy =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** For documents, which browsers store instead of opening them. */
export const downloadPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** For XML, which browsers show as a tree: allows only the browser's own styles. */
export const treePolicy =
  "script-src 'none'; connect-src 'none'; frame-src 'none'; object-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** For Pagefind's worker, the only place where WebAssembly runs. A worker is subject to the policy of its own file. */
export const searchWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
