import {
  pagePolicy,
  searchWorkerPolicy,
  treePolicy,
  type InlineCode,
  type PagePolicyOptions,
} from '#lib/http/content-policy.ts';
import { documentHeaders, pageHeaders } from '#lib/http/security-headers.ts';
import type { HeaderPair } from './prepared.ts';

/** What pages with third-party code need beyond the policy of all pages, by address. */
export type PolicyExceptions = ReadonlyMap<string, Pick<PagePolicyOptions, 'allowances' | 'hasTrustedTypes'>>;

const searchWorker = '/pagefind/pagefind-worker.js';

type Manifest = { siteUrl: string; inlineCode: readonly InlineCode[] };

/** Headers of all that is published; pages with the same policy share theirs. */
export type PublishedHeaders = {
  ofPage(page: { path: string; inlineCode: number }): readonly HeaderPair[];
  ofFile(file: { path: string; contentType: string }): readonly HeaderPair[];
  /** Of Markdown at a page's own address, and of what is no page and no file. */
  readonly ofDocument: readonly HeaderPair[];
};

export function createPublishedHeaders(
  { siteUrl, inlineCode }: Manifest,
  exceptions: PolicyExceptions = new Map(),
): PublishedHeaders {
  const isSecure = siteUrl.startsWith('https:');
  const usual = inlineCode.map((code) => pageHeaders(siteUrl, pagePolicy({ inlineCode: code, isSecure })));
  const ofFiles = documentHeaders(siteUrl, { embedding: 'cross-origin' });
  const ofTrees = documentHeaders(siteUrl, { embedding: 'cross-origin', policy: treePolicy });
  const ofWorker = documentHeaders(siteUrl, { policy: searchWorkerPolicy });
  return {
    ofPage({ path, inlineCode: place }) {
      const [code, headers] = [inlineCode[place], usual[place]];
      if (!code || !headers) throw new Error(`manifest.json has no inline code ${place} of ${path}`);
      const exception = exceptions.get(path);
      if (!exception) return headers;
      return pageHeaders(siteUrl, pagePolicy({ inlineCode: code, isSecure, ...exception }));
    },
    ofFile({ path, contentType }) {
      if (path === searchWorker) return ofWorker;
      return contentType === 'application/xml' ? ofTrees : ofFiles;
    },
    ofDocument: documentHeaders(siteUrl),
  };
}
