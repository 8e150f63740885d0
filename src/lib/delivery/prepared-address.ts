import { resolve, sep } from 'node:path';
import type { PublishedFile, PublishedPage, Representation } from '#lib/publishing/manifest.ts';
import type { PublishedKind } from '#lib/metrics/traffic.ts';
import { addressOf } from './addresses.ts';
import type { PublishedHeaders } from './page-policies.ts';
import { prepareForms, type HeaderPair, type PreparedForms } from './prepared.ts';

/** What answers at one address. Where nothing is negotiated both variants are the same. */
export type PreparedAddress = {
  readonly status: 200 | 404 | 500;
  /** What it is counted as. */
  readonly kind: PublishedKind;
  readonly html: PreparedForms;
  readonly markdown: PreparedForms;
  readonly isNegotiated: boolean;
};

type PrepareOptions = {
  distDir: string;
  /** Values of the `Link` header of every page, beside those that tell of the page itself. */
  pageLinks: readonly string[];
  security: PublishedHeaders;
};

export const publicPageCaching = 'public, max-age=0, must-revalidate';
/** A shared cache that ignores Vary must not hand Markdown to browsers; `.md` is the cacheable address. */
export const negotiatedMarkdownCaching = 'private, max-age=0, must-revalidate';

const negotiatedVary = ['Vary', 'Accept, Accept-Encoding'] as const;
const codingVary = ['Vary', 'Accept-Encoding'] as const;
const anyOrigin = ['Access-Control-Allow-Origin', '*'] as const;

/** The page's own address with both variants, and its twin's. */
export function preparePage(page: PublishedPage, options: PrepareOptions) {
  if (page.status !== 200) return prepareStandIn(page, options);
  const { distDir, pageLinks, security } = options;
  const path = addressOf(page.path);
  const twinPath = addressOf(page.markdownPath);
  const twinLink = `<${twinPath}>; rel="alternate"; type="text/markdown"`;
  const canonical = `<${path}>; rel="canonical"`;
  const canonicalLink: HeaderPair = ['Link', [canonical, ...pageLinks].join(', ')];
  const location: HeaderPair = ['Content-Location', twinPath];
  const html = prepareForms({
    ...stored(page.html, distDir),
    cacheHeaders: [['Cache-Control', publicPageCaching], negotiatedVary],
    securityHeaders: security.ofPage(page),
    otherHeaders: [['Link', [twinLink, ...pageLinks].join(', ')]],
  });
  const markdown = prepareForms({
    ...stored(page.markdown, distDir),
    cacheHeaders: [['Cache-Control', negotiatedMarkdownCaching], negotiatedVary, location],
    securityHeaders: security.ofDocument,
    otherHeaders: [canonicalLink],
  });
  const twin = prepareForms({
    ...stored(page.markdown, distDir),
    cacheHeaders: [
      ['Cache-Control', 'public, max-age=300, must-revalidate'],
      codingVary,
      location,
      anyOrigin,
    ],
    securityHeaders: security.ofFile({ path: page.markdownPath, ...page.markdown }),
    otherHeaders: [canonicalLink, ['X-Robots-Tag', 'noindex']],
  });
  return {
    own: { status: 200, kind: 'page', html, markdown, isNegotiated: true } as const,
    twin: alone(twin, { status: 200, kind: 'twin' }),
  };
}

/** The pages of missing and failed ones: never asked for by their address, and not to be kept as an answer to another. */
function prepareStandIn(page: PublishedPage, { distDir, pageLinks, security }: PrepareOptions) {
  const { status } = page;
  const caching = status === 500 ? 'no-store' : negotiatedMarkdownCaching;
  const cacheHeaders: HeaderPair[] = [['Cache-Control', caching], negotiatedVary];
  const options = { cacheHeaders, isConditional: false };
  const otherHeaders: HeaderPair[] = pageLinks.length === 0 ? [] : [['Link', pageLinks.join(', ')]];
  const html = prepareForms({
    ...{ ...stored(page.html, distDir), ...options, otherHeaders },
    securityHeaders: security.ofPage(page),
  });
  const markdown = prepareForms({
    ...{ ...stored(page.markdown, distDir), ...options, otherHeaders },
    securityHeaders: security.ofDocument,
  });
  return {
    own: { status, kind: 'missing', html, markdown, isNegotiated: true } as const,
    twin: alone(markdown, { status, kind: 'missing' }),
  };
}

type FileOptions = { distDir: string; link: string | undefined; security: PublishedHeaders };

export function prepareFile(file: PublishedFile, { distDir, link, security }: FileOptions): PreparedAddress {
  const caching = file.immutable ? 'public, max-age=31536000, immutable' : publicPageCaching;
  const forms = prepareForms({
    ...stored(file, distDir),
    cacheHeaders: [['Cache-Control', caching], ...(isCompressed(file) ? [codingVary] : []), anyOrigin],
    securityHeaders: security.ofFile(file),
    otherHeaders: [...(link ? [['Link', link] as const] : [])],
  });
  return alone(forms, { status: 200, kind: 'file' });
}

function isCompressed({ br, gzip }: Representation): boolean {
  return br !== null || gzip !== null;
}

function alone(forms: PreparedForms, of: Pick<PreparedAddress, 'status' | 'kind'>): PreparedAddress {
  return { ...of, html: forms, markdown: forms, isNegotiated: false };
}

function stored(representation: Representation, distDir: string) {
  const file = resolve(distDir, representation.file);
  if (!file.startsWith(distDir + sep)) throw new Error(`${representation.file} is outside the build`);
  return { file, representation };
}
