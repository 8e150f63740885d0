import {
  downloadPolicy,
  pagePolicy,
  searchWorkerPolicy,
  treePolicy,
  type InlineCode,
  type PagePolicyOptions,
} from '#lib/http/content-policy.ts';
import { isDocument } from '#lib/content/download.ts';
import { documentHeaders, pageHeaders } from '#lib/http/security-headers.ts';
import type { HeaderPair } from './prepared.ts';

/** Exceptions from the policy of all pages, for pages with third-party code, by address. */
export type PolicyExceptions = ReadonlyMap<string, Pick<PagePolicyOptions, 'allowances' | 'hasTrustedTypes'>>;

const searchWorker = '/pagefind/pagefind-worker.js';

type Manifest = { siteUrl: string; inlineCode: readonly InlineCode[] };

/** Security headers of published pages and files. Pages with the same policy share one array. */
export type PublishedHeaders = {
  ofPage(page: { path: string; inlineCode: number }): readonly HeaderPair[];
  ofFile(file: { path: string; contentType: string }): readonly HeaderPair[];
  /** For Markdown at a page's own address. */
  readonly ofDocument: readonly HeaderPair[];
  /** The headers of pages by their policy, for the next publication. */
  readonly byPolicy: HeadersByPolicy;
};

type HeadersByPolicy = ReadonlyMap<string, readonly HeaderPair[]>;

/** @param known headers of the previous publication: pages with the same policy keep the same array */
export function createPublishedHeaders(
  { siteUrl, inlineCode }: Manifest,
  exceptions: PolicyExceptions = new Map(),
  known: HeadersByPolicy = new Map(),
): PublishedHeaders {
  const isSecure = siteUrl.startsWith('https:');
  const policies = inlineCode.map((code) => pagePolicy({ inlineCode: code, isSecure }));
  const defaults: (readonly HeaderPair[])[] = [];
  for (const policy of policies) defaults.push(known.get(policy) ?? pageHeaders(siteUrl, policy));
  const ofFiles = documentHeaders(siteUrl, { embedding: 'cross-origin' });
  const ofDownloads: readonly HeaderPair[] = [
    ...documentHeaders(siteUrl, { policy: downloadPolicy }),
    // Without a name, browsers use the one in the address.
    ['Content-Disposition', 'attachment'],
  ];
  const ofTrees = documentHeaders(siteUrl, { embedding: 'cross-origin', policy: treePolicy });
  const ofWorker = documentHeaders(siteUrl, { policy: searchWorkerPolicy });
  return {
    ofPage({ path, inlineCode: index }) {
      const [code, headers] = [inlineCode[index], defaults[index]];
      if (!code || !headers) throw new Error(`manifest.json has no inline code ${index} of ${path}`);
      const exception = exceptions.get(path);
      if (!exception) return headers;
      return pageHeaders(siteUrl, pagePolicy({ inlineCode: code, isSecure, ...exception }));
    },
    ofFile({ path, contentType }) {
      if (path === searchWorker) return ofWorker;
      if (isDocument(path)) return ofDownloads;
      return contentType === 'application/xml' ? ofTrees : ofFiles;
    },
    ofDocument: documentHeaders(siteUrl),
    byPolicy: new Map(defaults.map((headers, index) => [policies[index] ?? '', headers])),
  };
}
