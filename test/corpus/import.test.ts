import { cpSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { markdownToHtml } from 'satteri';
import { expect, test } from 'vitest';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { blockText, listLowerWords } from '#test/html-words.ts';
import { parseText } from '#lib/importing/html-tree.ts';
import { readMarkdownFolder } from '#lib/importing/markdown/markdown-source.ts';
import { diffWords } from '#test/diff-words.ts';
import { makeImportFolder } from '#test/import-folder.ts';
import { corpusDir } from './corpus-dir.ts';

const handbook = join(corpusDir(), 'tts-handbook');
const files = globSync('**/*.md', { cwd: handbook });

const layouts: readonly [string, string, Readonly<Record<string, string>>, (path: string) => string][] = [
  [
    'Hugo',
    'content/handbook',
    { 'hugo.toml': "baseURL = 'https://old.example/'" },
    (path) => `/handbook/${path.toLowerCase()}`,
  ],
  ['Jekyll', '', { '_config.yml': 'url: https://old.example' }, (path) => `/${path}`],
  [
    'Starlight',
    'src/content/docs',
    { 'astro.config.mjs': "export default { site: 'https://old.example' }" },
    (path) => `/${path.toLowerCase()}`,
  ],
];

test.each(layouts)(
  'the real handbook under the layout of %s keeps its words and addresses',
  async (layout, below, settings, addressOf) => {
    // In Hugo, the files beside an `index.md` are no pages.
    const nameOf = (file: string) =>
      join(below, layout === 'Hugo' ? file.replace(/(^|\/)index\.md$/, '$1_index.md') : file);
    const folder = makeImportFolder();
    const source = join(folder.dir, 'source');
    cpSync(handbook, join(source, below), { recursive: true });
    for (const file of files)
      if (nameOf(file) !== join(below, file))
        renameSync(join(source, below, file), join(source, nameOf(file)));
    for (const [name, text] of Object.entries(settings)) {
      mkdirSync(dirname(join(source, name)), { recursive: true });
      writeFileSync(join(source, name), text);
    }

    const { pages } = await folder.import(readMarkdownFolder(source, { into: undefined, site: undefined }));

    const { errors, redirects, addresses } = await folder.check();
    const byFile = new Map(pages.map((page) => [page.id, page]));
    const unanswered: string[] = [];
    let [all, lost] = [0, 0];
    for (const file of files) {
      const page = byFile.get(nameOf(file));
      const { body } = splitFrontMatter(readFileSync(join(handbook, file), 'utf8'));
      const words = listLowerWords(
        blockText(parseText(markdownToHtml(body.replaceAll(/\{#[\w-]+\}/g, '')).html)),
      );
      const missing = diffWords(words, [
        ...listLowerWords(page?.title ?? ''),
        ...(await folder.readShownWords(page?.file ?? '')),
      ]);
      all += words.length;
      lost += missing.length;
      const old = addressOf(file.replace(/(?:(?:^|\/)index)?\.md$/, '')).replace(/\/$/, '');
      if (!redirects.has(old) && !addresses.has(old)) unanswered.push(old);
    }
    const withErrors = new Set(errors.map((each) => each.split(':')[0]));
    expect(pages.length).toBe(files.length);
    expect(unanswered).toEqual([]);
    expect(pages.filter((page) => page.kept < 0.99 * page.words).map(({ file }) => file)).toEqual([]);
    expect(1 - lost / all).toBeGreaterThan(0.99);
    expect(withErrors.size / pages.length).toBeLessThan(0.02);
  },
);
