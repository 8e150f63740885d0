import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { canonicalAddress, decodePath } from '#lib/content/links.ts';
import { readHtmlFolder } from '#lib/importing/html/html-folder.ts';
import { readMarkdownFolder } from '#lib/importing/markdown/markdown-source.ts';
import { readWordPress } from '#lib/importing/wordpress/wordpress-source.ts';
import { diffWords } from '#test/diff-words.ts';
import { listLowerWords } from '#test/html-words.ts';
import { makeImportFolder } from '#test/import-folder.ts';
import * as sources from '#test/import-sources.ts';
import { linksOf, shownText } from '#test/import-texts.ts';

const readMarkdown = (dir: string) => readMarkdownFolder(dir, { into: undefined, site: undefined });
const kinds = [
  {
    kind: 'WordPress',
    generate: sources.generateWordPress,
    read: (dir: string) => readWordPress(join(dir, 'export.xml'), { uploads: join(dir, 'uploads') }),
  },
  { kind: 'Hugo', generate: sources.generateHugo, read: readMarkdown },
  { kind: 'Jekyll', generate: sources.generateJekyll, read: readMarkdown },
  { kind: 'Docusaurus', generate: sources.generateDocusaurus, read: readMarkdown },
  { kind: 'Starlight', generate: sources.generateStarlight, read: readMarkdown },
  { kind: 'MkDocs', generate: sources.generateMkDocs, read: readMarkdown },
  {
    kind: 'HTML',
    generate: sources.generateHtml,
    read: (dir: string) => readHtmlFolder(dir, { into: undefined, site: undefined }),
  },
];

/** All files of the institute, with their bytes. */
function readAll(dir: string): Map<string, string> {
  const files = globSync('{content,public,imports}/**/*.*', { cwd: dir }).toSorted();
  return new Map(files.map((file) => [file, readFileSync(join(dir, file), 'latin1')]));
}

test.each(kinds)(
  '54 pages of $kind are imported whole, and those that were not public are not',
  async ({ generate, read }) => {
    const { texts, files, addresses } = generate();
    const folder = makeImportFolder();
    for (const [path, text] of Object.entries(files)) folder.write(`source/${path}`, text);
    const source = join(folder.dir, 'source');

    await folder.import(await read(source));

    const { errors, redirects, addresses: shown } = await folder.check();
    const entries = new Map(
      globSync('{pages,news,handbook}/**/*.mdx', { cwd: folder.contentDir }).map((file) => [
        addressOf(file),
        file,
      ]),
    );
    const reach = (old: string) => {
      const path = canonicalAddress(decodePath(old).normalize('NFC'));
      const address = redirects.get(path) ?? path;
      return shown.has(address) ? entries.get(address) : undefined;
    };
    const wrong = {
      addresses: [] as string[],
      titles: [] as string[],
      dates: [] as string[],
      links: [] as string[],
      code: [] as string[],
      words: [] as string[],
    };
    for (const text of texts.filter(({ secret }) => secret === undefined)) {
      const own = addresses.get(text.at) ?? [];
      wrong.addresses.push(...own.filter((old) => reach(old) === undefined));
      const file = own.map(reach).find(Boolean);
      if (file === undefined) continue;
      const whole = readFileSync(join(folder.contentDir, file), 'utf8');
      const fields = parse(splitFrontMatter(whole).head.replaceAll(/^---$/gm, '')) as Record<string, unknown>;
      if (fields['title'] !== text.title) wrong.titles.push(`${file}: ${String(fields['title'])}`);
      if (file.startsWith('news/') && fields['date'] !== sources.day(text.at))
        wrong.dates.push(`${file}: ${String(fields['date'])}`);
      const words = listLowerWords(shownText(text));
      const lost = diffWords(words, await folder.readShownWords(file));
      if (lost.length > 0) wrong.words.push(`${file}: ${lost.join(' ')}`);
      for (const block of text.blocks) {
        const exact =
          block.kind === 'code' ? block.lines.join('\n') : block.kind === 'extra' ? block.exact : '';
        if (!whole.includes(exact)) wrong.code.push(`${file}: ${exact}`);
      }
      for (const to of linksOf(text)) {
        const target = (addresses.get(to) ?? []).map(reach).find(Boolean);
        if (
          target &&
          !whole.includes(`](${encodeURI(addressOf(target))}`) &&
          !whole.includes(`](${addressOf(target)}`)
        )
          wrong.links.push(`${file} to ${target}`);
      }
    }
    const secrets = [...entries].flatMap(([address, file]) =>
      shown.has(address)
        ? (folder.read(`content/${file}`).match(/\w*(?:hidden|remark)\w+secret/g) ?? [])
        : [],
    );
    expect({ errors, secrets, ...wrong }).toEqual({
      errors: [],
      secrets: [],
      addresses: [],
      titles: [],
      dates: [],
      links: [],
      code: [],
      words: [],
    });

    const before = readAll(folder.dir);
    await folder.import(await read(source), new Date('2026-12-24T09:00Z'));
    expect(readAll(folder.dir)).toEqual(before);
  },
);

function addressOf(file: string): string {
  const path = file
    .replace(/(?:(?<=^|\/)index)?\.mdx$/, '')
    .replace(/\/$/, '')
    .normalize('NFC');
  return `/${path.replace(/^pages\//, '')}`;
}
