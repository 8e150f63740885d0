/** Hashes, as a policy has them without its quotes: `sha256-...`, of code that a page holds inline. */
export type InlineCode = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/** Origins that a page needs besides its own, by directive. */
export type Allowances = Readonly<
  Partial<
    Record<`${'script' | 'frame' | 'style' | 'connect' | 'img'}-src` | 'form-action', readonly string[]>
  >
>;

export type PagePolicyOptions = {
  inlineCode: InlineCode;
  /** The site is reached by https, so nothing of it may come by http. */
  isSecure: boolean;
  allowances?: Allowances;
  /** False where code of others makes markup of strings. */
  hasTrustedTypes?: boolean;
};

/**
 * What a page may load, run and send (https://www.w3.org/TR/CSP3/). Its inline code runs because its hash is here,
 * so what somebody managed to write into a page does not run. The trusted type `default` is for the address of
 * Pagefind's worker alone: see `components/search-worker.ts`.
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

/** For everything that is no page: opened by itself it loads, runs and sends nothing. */
export const documentPolicy =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** For XML, which browsers show as a tree with a style of their own: nothing but that style is let in. */
export const treePolicy =
  "script-src 'none'; connect-src 'none'; frame-src 'none'; object-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** For Pagefind's worker, the one place where WebAssembly runs: a worker keeps to the policy of its own file. */
export const searchWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
