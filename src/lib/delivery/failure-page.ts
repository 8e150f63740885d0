import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '#lib/content/manifest.ts';
import { createPublishedHeaders } from './published-headers.ts';
import type { HeaderPair } from './prepared.ts';

/** What stands in for a page that cannot be made, with the policy that its own code needs. */
export type FailurePage = { readonly html: string; readonly headers: readonly HeaderPair[] };

/** @throws Error when the build has none */
export function readFailurePage(distDir: string, manifest: Manifest): FailurePage {
  const page = manifest.pages.find(({ status }) => status === 500);
  if (page === undefined) throw new Error('manifest.json has no page of status 500: run `npm run build`');
  const html = readFileSync(join(distDir, page.html.file), 'utf8');
  return { html, headers: createPublishedHeaders(manifest).ofPage(page) };
}
