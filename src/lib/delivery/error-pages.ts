import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { createPublishedHeaders } from './published-headers.ts';
import type { HeaderPair } from './prepared.ts';

type ErrorPage = { readonly html: string; readonly headers: readonly HeaderPair[] };

/** Error pages that replace dynamic responses, with their security headers, by status. */
export type ErrorPages = Readonly<Record<429 | 500, ErrorPage>>;

/** @throws Error if the build lacks one of the two pages */
export async function readErrorPages(distDir: string, manifest: Manifest): Promise<ErrorPages> {
  const security = createPublishedHeaders(manifest);
  const read = async (wanted: 429 | 500): Promise<ErrorPage> => {
    const page = manifest.pages.find(({ status }) => status === wanted);
    if (page === undefined) {
      throw new Error(`manifest.json has no page of status ${wanted}: run \`npm run build\``);
    }
    return { html: await readFile(join(distDir, page.html.file), 'utf8'), headers: security.ofPage(page) };
  };
  const [limited, failed] = await Promise.all([read(429), read(500)]);
  return { 429: limited, 500: failed };
}
