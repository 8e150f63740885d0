import { existsSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSiteContent, listSiteRoutes } from '#app/content-view/check-site-content.ts';
import { processEnvironment, publicFolder, readBuildConfig } from '#app/env.ts';
import { institute } from '#lib/content/current-institute.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { readDrupal } from '#lib/importing/drupal/drupal-dump.ts';
import { readHtmlFolder } from '#lib/importing/html/html-folder.ts';
import { importContent } from '#lib/importing/import-content.ts';
import { writeWhole } from '#lib/importing/import-ledger.ts';
import { summarizeImport, writeImportReport } from '#lib/importing/import-report.ts';
import { readMarkdownFolder } from '#lib/importing/markdown/markdown-source.ts';
import type { ImportSource, TargetCollection } from '#lib/importing/source-page.ts';
import { readWordPress } from '#lib/importing/wordpress/wordpress-source.ts';
import { writeMenus } from '#lib/importing/write-menus.ts';
import { readBlocks } from '#lib/publishing/twin/content-flow.ts';

export const importUsage = `usage: lectern import KIND SOURCE DIR

  wordpress EXPORT.xml DIR   --uploads FOLDER: the folder wp-content/uploads of the old site
                             --rendered FOLDER: a copy of its pages, for the results of shortcodes
  drupal FOLDER DIR          answers of JSON:API, with --site ADDRESS; --uploads FOLDER: sites/default/files
  markdown FOLDER DIR        of Hugo, Jekyll, Docusaurus, Starlight, or any other
  html FOLDER|SITEMAP DIR    rendered pages; a sitemap (.xml or .xml.gz) lies beside them

  --into COLLECTION          pages, news or handbook, for Markdown and HTML
  --site ADDRESS             the address of the old site, if the source does not say it

  Repeat it whenever the source changes: files that you edited are left alone. Nothing is fetched from the network.`;

type ImportArguments = {
  kind: keyof typeof readers;
  source: string;
  dir: string;
  uploads: string | undefined;
  rendered: string | undefined;
  site: string | undefined;
  into: TargetCollection | undefined;
};

const readers = {
  wordpress: ({ source, uploads, rendered, site }: ImportArguments) =>
    readWordPress(source, { uploads, rendered, site }),
  drupal: async ({ source, uploads, site }: ImportArguments) => readDrupal(source, { uploads, site }),
  markdown: async ({ source, into, site }: ImportArguments) => readMarkdownFolder(source, { into, site }),
  html: async ({ source, into, site }: ImportArguments) => readHtmlFolder(source, { into, site }),
} satisfies Record<string, (args: ImportArguments) => Promise<ImportSource>>;

const collections = ['pages', 'news', 'handbook'] as const;

/** @returns an error message for invalid arguments, which is empty for `--help` */
export function readImportArguments(args: string[]): ImportArguments | string {
  if (args.includes('--help')) return '';
  let parsed;
  try {
    const text = { type: 'string' as const };
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { uploads: text, rendered: text, into: text, site: text },
    });
  } catch (error) {
    return messageOf(error);
  }
  const [kind = '', source, dir, ...others] = parsed.positionals;
  const { uploads, rendered, into, site } = parsed.values;
  if (!isKind(kind)) return `name what to import: ${Object.keys(readers).join(', ')}`;
  if (source === undefined || dir === undefined || others.length > 0)
    return 'name the source and your institute’s folder';
  if (!existsSync(source)) return `there is no ${source}`;
  const wantsFile = kind === 'wordpress';
  if (statSync(source).isFile() !== (wantsFile || /\.xml(?:\.gz)?$/i.test(source)))
    return wantsFile ? `${source} is a folder: name the exported file` : `${source} is not a folder`;
  const missing = [uploads, rendered].find((folder) => folder !== undefined && !existsSync(folder));
  if (missing !== undefined) return `there is no folder ${missing}`;
  const collection = collections.find((each) => each === into);
  if (into !== undefined && collection === undefined) return `--into is one of ${collections.join(', ')}`;
  const origin = site === undefined ? undefined : URL.parse(site)?.origin;
  if (site !== undefined && (origin === undefined || origin === 'null'))
    return '--site is not an address, like https://www.example.org';
  return {
    kind,
    source: resolve(source),
    dir: resolve(dir),
    uploads: uploads === undefined ? undefined : resolve(uploads),
    rendered: rendered === undefined ? undefined : resolve(rendered),
    site: origin,
    into: collection,
  };
}

function isKind(name: string): name is keyof typeof readers {
  return Object.hasOwn(readers, name);
}

/** Imports into the institute of the settings, checks what was written, and writes the report. */
export async function runImport(args: ImportArguments): Promise<void> {
  if (processEnvironment()['CONTENT_REPO'])
    throw new Error(
      'the content is in the repository that CONTENT_REPO names: import into a checkout of it, with CONTENT_REPO unset',
    );
  const started = performance.now();
  const { contentDir } = readBuildConfig();
  const folder = join(args.dir, 'imports', args.kind);
  const source = await readers[args.kind](args);
  const clock = { now: new Date(), timeZone: institute().timeZone };
  const result = await importContent(source, {
    contentDir,
    publicDir: publicFolder(),
    ledgerFile: join(folder, 'ledger.json'),
    routes: await listSiteRoutes(),
    clock,
    readBlocks,
  });
  const checked = await checkSiteContent(contentDir);
  const problems = Map.groupBy(checked.problems, ({ file }) =>
    relative(contentDir, resolve(file)).replaceAll('\\', '/'),
  );
  const report = join(folder, 'report.md');
  const text = writeImportReport({ source, result, problems });
  writeWhole(report, text);
  // The next part of an export has a report of its own.
  writeWhole(join(folder, 'reports', `${basename(args.source)}.md`), text);
  if (source.menus.length > 0) writeWhole(join(folder, 'menus.yaml'), writeMenus(source, result.pages));
  const lines = summarizeImport({ source, result, problems }).map((line) => `  ${line}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `lectern: imported in ${seconds} s\n${lines.join('\n')}\n\nRead ${report}, which says what to look at.`,
  );
  if (result.pages.length > 0) return;
  console.error(`lectern: no page was imported: there is none in ${args.source}`);
  process.exitCode = 1;
}
