import { expect } from 'vitest';
import { join } from 'node:path';
import { readHtmlFolder } from '#lib/importing/html/html-folder.ts';
import { writeImportReport } from '#lib/importing/import-report.ts';
import { makeImportFolder } from './import-folder.ts';
import { reportData } from './report-data.ts';

/** Imports a folder of HTML pages: the input of a report, or these files. @param there files that the institute has */
export async function importHtml(
  given: string | Readonly<Record<string, string | Buffer>>,
  site?: string,
  there: Readonly<Record<string, string>> = {},
) {
  const folder = makeImportFolder(there);
  if (typeof given !== 'string')
    for (const [name, html] of Object.entries(given)) folder.write(`source/${name}`, html);
  const dir = typeof given === 'string' ? reportData(`${given}/site`) : join(folder.dir, 'source');
  const source = readHtmlFolder(dir, { into: undefined, site });
  const result = await folder.import(source);
  const { errors, redirects, addresses } = await folder.check();
  expect(errors).toEqual([]);
  const report = writeImportReport({ source, result, problems: new Map() });
  const read = (name: string) => folder.read(`content/pages/${name}.mdx`);
  return { folder, pages: result.pages, redirects, addresses, report, read };
}

/** Imports the text of one page. @returns the page in the report, and its text without front matter */
export async function importHtmlText(html: string) {
  const { pages, read } = await importHtml({
    'a.html': `<meta charset="utf-8"><body><h1>A</h1>${html}</body>`,
  });
  return { body: read('a').split('\n---\n\n')[1], page: pages[0] };
}
