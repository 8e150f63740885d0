import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSearchIndex } from '#lib/publishing/search-index.ts';
import { stemEnglish } from '#lib/search/english-stem.ts';
import { openPagefindIndex } from '#lib/search/pagefind-index.ts';

/** Compares our stems with those of the installed Pagefind. Returns their number and the differences. */
export async function compareStems(texts: readonly string[]): Promise<{ stems: number; wrong: string[] }> {
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

  return { stems: inverted.words.length, wrong };
}
