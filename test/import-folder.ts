import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { checkContent } from '#lib/content/check.ts';
import { listPublicAddresses } from '#lib/content/checking/list-routes.ts';
import { readDocument } from '#lib/content/documents/read-document.ts';
import type { DocumentBlock } from '#lib/content/documents/document.ts';
import { escapeHtml } from '#lib/content/html-text.ts';
import { parseText } from '#lib/importing/html-tree.ts';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { blockText, listLowerWords } from './html-words.ts';
import { importContent, type ImportResult } from '#lib/importing/import-content.ts';
import type { ImportSource } from '#lib/importing/source-page.ts';
import { readBlocks } from '#lib/publishing/twin/content-flow.ts';
import { sampleInstitute } from './sample-institute.ts';
import { makeFolder } from './temporary-folder.ts';

const routes = '/ /news /events /courses /programs /people /search /contact /handbook'.split(' ');
const clock = { now: new Date('2026-11-21T12:00Z'), timeZone: 'Europe/London' };

/** An empty institute’s folder to import into. */
export function makeImportFolder(files: Readonly<Record<string, string>> = {}) {
  const dir = makeFolder();
  const contentDir = join(dir, 'content');
  mkdirSync(contentDir);
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    dir,
    contentDir,
    write,
    read: (path: string) => readFileSync(join(dir, path), 'utf8'),
    import: (source: ImportSource, now = clock.now): Promise<ImportResult> =>
      importContent(source, {
        contentDir,
        publicDir: join(dir, 'public'),
        ledgerFile: join(dir, 'imports/ledger.json'),
        routes,
        clock: { ...clock, now },
        readBlocks,
      }),
    /** The errors of the content check, by file below the content folder, and the redirects. */
    async check() {
      const { problems, redirects, entries } = await checkContent({
        directory: contentDir,
        institute: sampleInstitute,
        now: clock.now,
        routes,
        publicAddresses: await listPublicAddresses(join(dir, 'public')),
      });
      const errors = problems.filter(({ severity }) => severity !== 'warning');
      return {
        redirects: new Map(redirects.map(({ from, to }) => [from, to])),
        addresses: new Set(entries.filter(({ hidden }) => !hidden).map(({ address }) => address)),
        errors: errors.map(({ file, line, message }) => `${relative(contentDir, file)}:${line}: ${message}`),
      };
    },
    /** The words that a reader of an entry sees, in order. */
    async readShownWords(file: string): Promise<string[]> {
      const { body } = splitFrontMatter(readFileSync(join(contentDir, file), 'utf8'));
      const { blocks } = await readDocument(body, { file });
      return listLowerWords(blockText(parseText(toHtml(blocks))));
    },
  };
}

/** HTML in which components are spans with the texts of their attributes. */
function toHtml(blocks: readonly DocumentBlock[]): string {
  return blocks
    .map((block) => {
      if (typeof block === 'string') return block;
      const { alt, caption, title } = block.props;
      const shown = [alt, caption, title].filter((value) => typeof value === 'string').join(' ');
      const space = /^[A-Z]|^img$/.test(block.name) ? ' ' : '';
      return `${space}${escapeHtml(shown)}${space}${toHtml(block.children)}${space}`;
    })
    .join('');
}
