import { resolve, sep } from 'node:path';
import type { PublishedFile, PublishedPage, Representation } from '#lib/build-format/manifest.ts';
import type { PublishedKind } from '#lib/metrics/traffic.ts';
import { percentEncodePath } from './request-path.ts';
import type { PublishedHeaders } from './published-headers.ts';
import {
  prepareForms,
  storedForms,
  type HeaderPair,
  type PreparedForms,
  type StoredForms,
} from './prepared.ts';

/** The prepared response of one address. Without negotiation both variants are the same. */
export type PreparedAddress = {
  readonly status: 200 | 404 | 429 | 500;
  /** The kind in the metrics. */
  readonly kind: PublishedKind;
  readonly html: PreparedForms;
  readonly markdown: PreparedForms;
  readonly isNegotiated: boolean;
};

type Files = {
  distDir: string;
  /** When new and changed addresses were published, in milliseconds. */
  modifiedAt: number;
};

type PrepareOptions = Files & {
  /** `Link` header values of every page, in addition to those about the page itself. */
  pageLinks: readonly string[];
  security: PublishedHeaders;
};

const publicPageCaching = 'public, max-age=0, must-revalidate';
/**
 * Not cacheable by shared caches: one that ignores Vary would send Markdown to browsers. The `.md` address is
 * cacheable.
 */
export const negotiatedMarkdownCaching = 'private, max-age=0, must-revalidate';

const negotiatedVary = ['Vary', 'Accept, Accept-Encoding'] as const;
const codingVary = ['Vary', 'Accept-Encoding'] as const;
const anyOrigin = ['Access-Control-Allow-Origin', '*'] as const;

const publicHtml: readonly HeaderPair[] = [['Cache-Control', publicPageCaching], negotiatedVary];
const twinFile: readonly HeaderPair[] = [
  ['Cache-Control', 'public, max-age=300, must-revalidate'],
  codingVary,
];
const notIndexed: readonly HeaderPair[] = [['X-Robots-Tag', 'noindex']];

/** Prepares a page's own address with both variants, and the address of its twin. */
export function preparePage(page: PublishedPage, options: PrepareOptions) {
  if (page.status !== 200) return prepareErrorPage(page, options);
  const { modifiedAt, pageLinks, security } = options;
  const path = percentEncodePath(page.path);
  const twinPath = percentEncodePath(page.markdownPath);
  const location: HeaderPair = ['Content-Location', twinPath];
  const canonical = [`<${path}>; rel="canonical"`, ...pageLinks];
  const html = prepareForms(storedFormsOf(page.html, options), {
    ...pickTypeAndTag(page.html),
    modifiedAt,
    cacheHeaders: publicHtml,
    securityHeaders: security.ofPage(page),
    links: [`<${twinPath}>; rel="alternate"; type="text/markdown"`, ...pageLinks],
  });
  const files = storedFormsOf(page.markdown, options);
  const markdown = prepareForms(files, {
    ...pickTypeAndTag(page.markdown),
    modifiedAt,
    cacheHeaders: [['Cache-Control', negotiatedMarkdownCaching], negotiatedVary, location],
    securityHeaders: security.ofDocument,
    links: canonical,
  });
  const twin = prepareForms(files, {
    ...pickTypeAndTag(page.markdown),
    modifiedAt,
    cacheHeaders: [...twinFile, location, anyOrigin],
    securityHeaders: security.ofFile({ path: page.markdownPath, ...page.markdown }),
    links: canonical,
    otherHeaders: notIndexed,
  });
  return {
    own: { status: 200, kind: 'page', html, markdown, isNegotiated: true } as const,
    twin: withoutNegotiation(twin, { status: 200, kind: 'twin' }),
  };
}

/** Prepares an error page: not found, too many requests or failed. */
function prepareErrorPage(page: PublishedPage, files: PrepareOptions) {
  const { modifiedAt, pageLinks, security } = files;
  const { status } = page;
  const caching = status === 404 ? negotiatedMarkdownCaching : 'no-store';
  const cacheHeaders: HeaderPair[] = [['Cache-Control', caching], negotiatedVary];
  const options = { cacheHeaders, isConditional: false, links: pageLinks };
  const html = prepareForms(storedFormsOf(page.html, files), {
    ...pickTypeAndTag(page.html),
    modifiedAt,
    ...options,
    securityHeaders: security.ofPage(page),
  });
  const markdown = prepareForms(storedFormsOf(page.markdown, files), {
    ...pickTypeAndTag(page.markdown),
    modifiedAt,
    ...options,
    securityHeaders: security.ofDocument,
  });
  return {
    own: { status, kind: 'missing', html, markdown, isNegotiated: true } as const,
    twin: withoutNegotiation(markdown, { status, kind: 'missing' }),
  };
}

type FileOptions = Files & { link: string | undefined; security: PublishedHeaders };

export function prepareFile(file: PublishedFile, { link, security, ...files }: FileOptions): PreparedAddress {
  const caching = file.immutable ? 'public, max-age=31536000, immutable' : publicPageCaching;
  const forms = prepareForms(storedFormsOf(file, files), {
    ...pickTypeAndTag(file),
    modifiedAt: files.modifiedAt,
    cacheHeaders: [['Cache-Control', caching], ...(isCompressed(file) ? [codingVary] : []), anyOrigin],
    securityHeaders: security.ofFile(file),
    links: link === undefined ? [] : [link],
  });
  return withoutNegotiation(forms, { status: 200, kind: 'file' });
}

function isCompressed({ br, gzip }: Representation): boolean {
  return br !== null || gzip !== null;
}

function withoutNegotiation(
  forms: PreparedForms,
  of: Pick<PreparedAddress, 'status' | 'kind'>,
): PreparedAddress {
  return { ...of, html: forms, markdown: forms, isNegotiated: false };
}

function pickTypeAndTag({ contentType, etag }: Representation): Pick<Representation, 'contentType' | 'etag'> {
  return { contentType, etag };
}

function storedFormsOf(representation: Representation, { distDir }: Files): StoredForms {
  const file = resolve(distDir, representation.file);
  if (!file.startsWith(distDir + sep)) throw new Error(`${representation.file} is outside the build`);
  return storedForms(file, representation);
}
