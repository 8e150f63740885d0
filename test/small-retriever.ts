import { join } from 'node:path';
import { makeFolder } from './temporary-folder.ts';
import { useShared } from './use-shared.ts';
import type { Term } from '#lib/content/terms.ts';
import { writePassages } from '#lib/publishing/search/passage-store.ts';
import type { Meaning } from '#lib/retrieval/vector-index.ts';
import { openPassages } from '#lib/search/open-passages.ts';
import { createRetriever, type RetrieverOptions } from '#lib/chat/create-retriever.ts';

const long = (sentence: string) => Array.from({ length: 60 }, (_, at) => `${sentence} ${at}.`).join(' ');
const loans = 'Books are lent for a fortnight, and a loan can be extended twice.';
const pages = [
  page('/library', 'Library', [
    ['loans', 'Borrowing', loans],
    ['again', 'Borrowing once more', `${loans} Ask at the desk.`],
    ['hours', 'Opening hours', 'Open from nine to five on weekdays.'],
  ]),
  page('/illness', 'Health', [
    ['ill', 'If you are ill', 'Write to your adviser when illness keeps you away.'],
  ]),
  page('/fees', 'Fees', [
    ['pay', 'Paying', 'Course fees are paid by card, or in three instalments.'],
    ['back', 'Refunds', 'Fees are refunded until the second week.'],
  ]),
  page('/news/old', 'Spring dates', [['when', 'Dates', 'The marsh excursion leaves in Spring 2025.']]),
  page('/news/new', 'More dates', [['when', 'Dates', 'The marsh excursion of Spring 2027 has places left.']]),
  ...Array.from({ length: 9 }, (_, at) =>
    page(`/wells/${at}`, `Well ${at}`, [
      ['about', 'Pumping', long(`The borehole number ${at} yields water`)],
    ]),
  ),
];

function page(path: string, title: string, sections: [string, string, string][]) {
  return {
    path,
    type: 'page' as const,
    passages: sections.map(([anchor, heading, text]) => ({ anchor, title, heading, text })),
  };
}

const term = (title: string, starts: string, ends: string): Term => ({
  id: title,
  season: 'spring',
  title,
  starts,
  ends,
  registrationOpens: starts,
  registrationCloses: starts,
});

/** Opens retrievers of a small site. Its passages are those of the test file, because files share modules. */
export function useRetriever() {
  const passages = useShared(() => {
    const file = join(makeFolder(), 'passages.sqlite');
    writePassages(file, pages);
    const opened = openPassages(file);
    return { ...opened, stop: () => opened.close() };
  });

  function open(options: Partial<RetrieverOptions> = {}) {
    return createRetriever({
      passages,
      siteUrl: 'https://site.example',
      terms: () => [
        term('Spring 2026', '2026-01-12', '2026-04-03'),
        term('Spring 2027', '2027-01-11', '2027-04-02'),
      ],
      timeZone: 'UTC',
      now: () => new Date('2026-11-21T12:00:00Z'),
      ...options,
    });
  }

  const ask = (text: string, options: Partial<RetrieverOptions> = {}) =>
    open(options).retrieve([{ role: 'user', text }]);

  const idOf = (anchor: string) => passages.all().find((passage) => passage.anchor === anchor)?.id ?? 0;
  const near = (...found: [anchor: string, similarity: number][]): Meaning => ({
    nearest: async () => ({
      passages: found.map(([anchor, similarity]) => ({
        id: idOf(anchor),
        similarity,
        sentenceSimilarity: similarity,
      })),
      similarity: Math.max(-1, ...found.map(([, similarity]) => similarity)),
      minSimilarity: 0.25,
    }),
    nearestPages: async () => null,
  });

  return { open, ask, near };
}
