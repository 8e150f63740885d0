import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownToHtml } from 'satteri';
import { expect, test } from 'vitest';
import { readContent, type PageContent } from '#lib/publishing/twin/article.ts';
import { toPassages } from '#lib/publishing/search/make-passages.ts';
import { toLines } from '#lib/publishing/twin/text-lines.ts';
import { toTwin } from '#lib/publishing/twin/twin.ts';
import { diffWords } from '#test/diff-words.ts';
import { compareTwin } from '#test/fidelity.ts';
import { corpusDir } from './corpus-dir.ts';

const location = { origin: 'https://larkmoor.example', path: '/handbook/page' };
const corpus = corpusDir();
const files = globSync('tts-handbook/**/*.md', { cwd: corpus });

test('every page of the real handbook keeps its words, headings, items, cells, code, links and images', () => {
  const compared = files.map((file) => {
    const content = renderHandbookPage(join(corpus, file));
    return { file, ...compareTwin(content, toTwin(content, location)) };
  });

  expect(compared.length).toBeGreaterThanOrEqual(246);
  expect(compared.filter(({ wordsKept }) => wordsKept < 0.995)).toEqual([]);
  for (const { file, counts } of compared) expect({ file, ...counts.twin }).toEqual({ file, ...counts.page });
}, 60_000);

test('the passages of the real handbook contain every word and keep their maximum length', () => {
  for (const file of files) {
    const content = renderHandbookPage(join(corpus, file));
    const passages = toPassages(content);

    const text = passages.flatMap(({ title, headings, text }) => [title, ...headings, text]).join(' ');
    expect(diffWords(toLines(content.blocks).join(' ').split(/\s+/), text.split(/\s+/)), file).toEqual([]);
    expect(Math.max(...passages.map(({ text }) => text.length)), file).toBeLessThan(1_200);
  }
}, 60_000);

function renderHandbookPage(file: string): PageContent {
  const source = readFileSync(file, 'utf8');
  const title = /^title:\s*(.+)$/m.exec(source)?.[1] ?? 'Untitled';
  const { html } = markdownToHtml(source.replace(/^---\n[\s\S]*?\n---\n/, ''));
  return readContent(`<!doctype html><main><article><h1>${title}</h1>${html}</article></main>`);
}
