import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { PublishedAddress } from './checking/vanished-addresses.ts';

/** The addresses in a manifest, which this or another version of the product may have written. */
const addressesSchema = z.object({
  contentDir: z.string(),
  pages: z.array(z.object({ path: z.string(), title: z.string(), status: z.number() })),
  redirects: z.array(z.object({ from: z.string() })),
});

type Addresses = Omit<z.infer<typeof addressesSchema>, 'contentDir'>;

/** The addresses that a manifest publishes: pages and redirects. */
export function listAddresses({ pages, redirects }: Addresses): PublishedAddress[] {
  return [...pages.filter(({ status }) => status === 200), ...redirects.map(({ from }) => ({ path: from }))];
}

/** The addresses of the build in a folder. Empty without a readable build, or if it was made from other content. */
export async function readPreviousAddresses(outDir: string, contentDir: string): Promise<PublishedAddress[]> {
  const text = await readFile(join(outDir, 'manifest.json'), 'utf8').catch(() => 'null');
  const manifest = addressesSchema.safeParse(parseOrNull(text)).data;
  return manifest && resolve(manifest.contentDir) === contentDir ? listAddresses(manifest) : [];
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
