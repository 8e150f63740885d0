import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readMarkdownFolder } from '#lib/importing/markdown/markdown-source.ts';
import { writeImportReport } from '#lib/importing/import-report.ts';
import { makeImportFolder } from './import-folder.ts';
import { onePixel } from './wordpress-export.ts';

type Options = { into?: 'pages' };

/** Imports a folder with these files, on 21 November 2026. Pictures are one pixel. */
export async function importFiles(files: Readonly<Record<string, string | Buffer>>, options?: Options) {
  const folder = makeImportFolder();
  const source = join(folder.dir, 'source');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), path.endsWith('.png') ? onePixel : text);
  }
  return importFrom(source, folder, options);
}

export async function importReported(name: string) {
  return importFrom(join(import.meta.dirname, 'data/reports', name, 'src'), makeImportFolder());
}

async function importFrom(dir: string, folder: ReturnType<typeof makeImportFolder>, { into }: Options = {}) {
  const source = readMarkdownFolder(dir, { into, site: undefined });
  const result = await folder.import(source);
  const { errors, redirects, addresses } = await folder.check();
  return {
    folder,
    source,
    result,
    errors,
    redirects,
    files: result.pages.map(({ file }) => file),
    /** The addresses of pages that readers can open. */
    public: [...addresses].toSorted(),
    /** The text of an entry below the content folder. */
    read: (file: string) => folder.read(`content/${file}`),
    report: writeImportReport({ source, result, problems: new Map() }),
  };
}
