import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parse } from 'parse5';
import { listInlineCode, readInlineCode } from '#lib/publishing/inline-code.ts';
import type { Manifest, PublishedFile, PublishedPage, Representation } from '#lib/build-format/manifest.ts';

type BuildPage = { path: string; html: string; markdown: string; status?: 200 | 404 };
type BuildFile = { path: string; content: string; contentType: string; immutable?: boolean };
type Build = { siteUrl: string; pages: BuildPage[]; files?: BuildFile[]; redirects?: Manifest['redirects'] };

/** Writes the folder of a small build, including its manifest. */
export function writeBuild(distDir: string, { siteUrl, pages, files = [], redirects = [] }: Build): Manifest {
  const code = listInlineCode(pages.map(({ html }) => readInlineCode(parse(html))));
  const manifest: Manifest = {
    version: 2,
    builtAt: '2026-01-05T09:00:00.000Z',
    publishedAt: '2026-01-05T09:00:00.000Z',
    isComplete: true,
    instituteFile: '',
    contentDir: 'src/content',
    siteUrl,
    contactEmail: null,
    pages: pages.map((page, index) => ({
      ...writePage(distDir, page),
      inlineCode: code.indexes[index] ?? 0,
    })),
    files: files.map((file) => writeFile(distDir, file)),
    redirects,
    inlineCode: code.distinct,
    onDemandCode: { scripts: [], styles: [] },
    knownCode: { scripts: [], styles: [] },
    serverFiles: {
      searchIndex: 'search.index',
      passages: 'passages.sqlite',
      entries: 'entries.json',
      contentReport: null,
      snapshot: null,
    },
  };
  mkdirSync(distDir, { recursive: true });
  writeFileSync(join(distDir, 'manifest.json'), JSON.stringify(manifest));
  return manifest;
}

function writePage(distDir: string, { path, html, markdown, status = 200 }: BuildPage): PublishedPage {
  const name = path === '/' ? '/index' : path;
  return {
    path,
    markdownPath: `${name}.md`,
    type: 'page',
    title: `Title of ${path}`,
    description: '',
    updated: null,
    status,
    inlineCode: 0,
    html: writeForms(distDir, {
      name: `${name}.html`,
      content: html,
      contentType: 'text/html; charset=utf-8',
    }),
    markdown: writeForms(distDir, {
      name: `${name}.md`,
      content: markdown,
      contentType: 'text/markdown; charset=utf-8',
    }),
  };
}

function writeFile(
  distDir: string,
  { path, content, contentType, immutable = false }: BuildFile,
): PublishedFile {
  return { path, immutable, madeFrom: 'code', ...writeForms(distDir, { name: path, content, contentType }) };
}

type Forms = { name: string; content: string; contentType: string };

function writeForms(distDir: string, { name, content, contentType }: Forms): Representation {
  const file = `client${name}`;
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const write = (suffix: string, bytes: Buffer) => {
    mkdirSync(dirname(join(distDir, file)), { recursive: true });
    writeFileSync(join(distDir, file + suffix), bytes);
    return bytes.length;
  };
  const bytes = write('', Buffer.from(content));
  const isWorthIt = bytes > 200;
  return {
    file,
    contentType,
    etag: `"${hash}"`,
    bytes,
    br: isWorthIt ? write('.br', brotliCompressSync(content)) : null,
    gzip: isWorthIt ? write('.gz', gzipSync(content)) : null,
  };
}
