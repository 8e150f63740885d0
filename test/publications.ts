import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Manifest, PublishedPage, Representation } from '#lib/build-format/manifest.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { onDemandPages } from '#lib/i18n/en/search.ts';
import { readContent } from '#lib/publishing/twin/article.ts';
import { linkBuild } from '#app/publisher/link-build.ts';
import { toSearchedOnDemand, toSearchedPage } from '#lib/publishing/search/searched-page.ts';
import { writeSearchFiles } from './search-files.ts';

/** A copy of the build. A test publishes into it like the publisher: new files first, then the manifest by rename. */
export type PublicationFolder = ReturnType<typeof createPublicationFolder>;

const written = 'published-by-test';

export function createPublicationFolder(buildDir = 'dist') {
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync('.cache/publications-');
  const distDir = join(folder, 'dist');
  linkBuild(buildDir, distDir);
  mkdirSync(join(distDir, written));
  const read = (file: string) => readFileSync(join(distDir, file), 'utf8');

  /** Writes a file with its compressed variants, named by its content. */
  function writeBody(content: string, { file, contentType }: Representation): Representation {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 20);
    const name = `${written}/${hash}${/\.\w+$/.exec(file)?.[0] ?? ''}`;
    const write = (suffix: string, bytes: Buffer) => {
      writeFileSync(join(distDir, name + suffix), bytes);
      return bytes.length;
    };
    return {
      file: name,
      contentType,
      etag: `"${hash}"`,
      bytes: write('', Buffer.from(content)),
      br: write('.br', brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })),
      gzip: write('.gz', gzipSync(content)),
    };
  }

  /** Adds a sentence to the content of a page, in both variants. */
  function addSentence(page: PublishedPage, sentence: string): PublishedPage {
    const html = read(page.html.file).replace('</article>', `<p>${sentence}</p></article>`);
    return {
      ...page,
      html: writeBody(html, page.html),
      markdown: writeBody(`${read(page.markdown.file)}\n${sentence}\n`, page.markdown),
    };
  }

  /** Writes a new search index and new passages of the pages. */
  async function writeIndexes({ pages, serverFiles }: Manifest): Promise<Manifest['serverFiles']> {
    const searched = [
      ...pages
        .filter(({ status }) => status === 200)
        .map((page) => toSearchedPage(readContent(read(page.html.file)), page)),
      ...onDemandPages.map((page) => toSearchedOnDemand(page, 'en')),
    ];
    const name = `${written}/${Date.now()}`;
    const file = join(distDir, name);
    await writeSearchFiles(searched, { indexFile: `${file}.index`, passagesFile: `${file}.sqlite` });
    return { ...serverFiles, searchIndex: `${name}.index`, passages: `${name}.sqlite` };
  }

  function writeManifest(text: string): void {
    writeFileSync(join(distDir, 'manifest.new'), text);
    renameSync(join(distDir, 'manifest.new'), join(distDir, 'manifest.json'));
  }

  return {
    distDir,
    dataDir: join(folder, 'data'),
    original: readManifest(buildDir),
    read,
    writeBody,
    writeIndexes,
    writeManifest,
    /** Replaces a page in a manifest. */
    withSentence: (manifest: Manifest, path: string, sentence: string): Manifest => ({
      ...manifest,
      pages: manifest.pages.map((page) => (page.path === path ? addSentence(page, sentence) : page)),
    }),
    publish: (manifest: Manifest) => {
      writeManifest(JSON.stringify({ ...manifest, publishedAt: new Date().toISOString() }));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
