import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, PublishedFile } from '#lib/build-format/manifest.ts';
import type { InlineCode } from '#lib/http/content-policy.ts';
import { createBuildStore } from '#lib/publishing/activation/body-store.ts';
import { hashCode } from './inline-code.ts';
import { listAllFiles } from '#lib/base/list-files.ts';
import { mapConcurrently } from '#lib/base/map-concurrently.ts';

type Code = {
  siteUrl?: string;
  files?: PublishedFile[];
  /** Inline code of pages rendered on demand. */
  inlineCode?: InlineCode;
};

/** The manifest of a build before its first publication: it has code, and no content. */
export function makeCodeManifest(
  { siteUrl = '', files = [], inlineCode = noCode }: Code,
  now = new Date(),
): Manifest {
  return {
    version: 2,
    builtAt: now.toISOString(),
    publishedAt: now.toISOString(),
    isComplete: false,
    contentDir: '',
    instituteFile: '',
    siteUrl,
    contactEmail: null,
    pages: [],
    files,
    redirects: [],
    inlineCode: [],
    onDemandCode: hashCode(inlineCode),
    knownCode: hashCode(inlineCode),
    serverFiles: { searchIndex: '', passages: '', entries: '', contentReport: null, snapshot: null },
  };
}

const noCode: InlineCode = { scripts: [], styles: [] };

/** Whether a build has only its code so far. A publication has at least error pages. */
export function hasOnlyCode({ pages }: Manifest): boolean {
  return pages.length === 0;
}

/** Compresses and lists the files that Astro wrote. @param others addresses of files that are made from content */
export async function listCodeFiles(outDir: string, others: ReadonlySet<string>): Promise<PublishedFile[]> {
  const client = join(outDir, 'client');
  const store = createBuildStore(outDir);
  const paths = listAllFiles(client)
    .filter((path) => !/(^|\/)\.(?!well-known\/)/.test(path))
    .map((path) => `/${path}`)
    .filter((path) => !others.has(path));
  return mapConcurrently(paths, 16, async (path) => {
    const immutable = path.startsWith('/_astro/');
    const content = await readFile(join(client, path));
    return {
      path,
      immutable,
      madeFrom: 'code' as const,
      ...(await store(path.slice(1), content, immutable ? 'asset' : 'page')),
    };
  });
}
