import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeSearchIndex } from '../publishing/search-index.ts';
import { stemEnglish } from './english-stem.ts';
import { openPagefindIndex } from './pagefind-index.ts';

/** Words with the endings and exceptions of the algorithm. */
const tricky = `
  abilities absently acquisition additional adding agreed analogous apology archaeology archaeologist arsenal
  bias bled blessing boxes buzzing caresses communicate communism community conditional controlling cries dying
  early eggs emerging employment evening exceedingly excellence excited falling feed feudalism flying formative
  general generate generously goodness hoping hopping hissing hopefulness howe indication innings interesting
  knightly knackeries later luxuriate making national news objection only operational organization outing past
  permission playing policies preferred probably proceed quickly rational relational replacement restoration
  roll sensibility singly skies sky succeeding technologists ties traveling triplicate tying ugly universal university
  using vietnamization was yellow yes youth zones`;

test('stems as the installed Pagefind does', { timeout: 60_000 }, async () => {
  const corpus = process.env['CORPUS_DIR'];
  const files = corpus
    ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
    : [];
  const texts = [tricky, ...files.map((file) => readFileSync(join(corpus ?? '', file), 'utf8'))];
  const words = [...new Set(texts.flatMap((text) => text.toLowerCase().match(/\b[a-z]{2,20}\b/g) ?? []))];
  const directory = mkdtempSync(join(tmpdir(), 'stems-'));
  const pages = words.map((word, number) => ({ word, path: `/${number}` }));
  await writeSearchIndex(
    [
      {
        path: '/',
        title: '',
        type: 'page',
        description: '',
        lang: 'en',
        contentHtml: `<p>${pages.map(({ word }) => word).join(' ')}</p>`,
      },
    ],
    directory,
  );

  const { inverted, readPage } = openPagefindIndex(directory);
  const written = readPage(0)
    .content.split(' ')
    .map((word) => word.replace(/\W/g, ''));
  const wrong: string[] = [];
  inverted.words.forEach((stem, number) => {
    const posting = inverted.postingStart[number] ?? 0;
    const [start, end] = [inverted.positionStart[posting], inverted.positionStart[posting + 1]];
    for (const position of inverted.positions.subarray(start, end)) {
      const word = written[position]?.toLowerCase() ?? '';
      if (stemEnglish(word) !== stem) wrong.push(`${word}: ${stem}, not ${stemEnglish(word)}`);
    }
  });
  rmSync(directory, { recursive: true });

  expect(inverted.words.length).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
});
