import { startLighthouse, type Category, type Judgement } from '#test/lighthouse.ts';
import { serveProcess } from '#test/served-site.ts';
import { sized } from './sized.ts';

/**
 * Prints the Lighthouse scores of each kind of page on a slow phone, and the bytes transferred on a first view,
 * including headers and prefetched pages.
 */
const paths = [
  '/',
  '/courses',
  '/courses/soil-science',
  '/handbook/studying/library',
  '/courses/find?q=peat',
  '/search?q=soil',
  '/register',
  '/apply',
  '/ask',
  '/developers',
];
const categories: readonly Category[] = [
  'performance',
  'accessibility',
  'best-practices',
  'seo',
  'agentic-browsing',
];
const kinds = { HTML: 'Document', CSS: 'Stylesheet', fonts: 'Font', script: 'Script' };

const site = await serveProcess();
const lighthouse = await startLighthouse();
try {
  console.log(
    row('page', [...categories.map((category) => category.split('-')[0] ?? ''), ...weights(undefined)]),
  );
  for (const path of paths.slice(0, sized(paths.length, 1))) {
    const judgement = await lighthouse.judge(site.origin + path, categories);
    const scores = categories.map((category) => String(judgement.scores[category]));
    console.log(row(path, [...scores, ...weights(judgement.fetched)]));
    for (const loss of judgement.lost) console.log(`    ${loss}`);
  }
} finally {
  await lighthouse.stop();
  await site.stop();
}

/** Returns the kilobytes of each resource type, of other types and in total. Without a report, returns the headings. */
function weights(fetched: Judgement['fetched'] | undefined): string[] {
  if (!fetched) return [...Object.keys(kinds), 'rest', 'kB in all'];
  const named: string[] = Object.values(kinds);
  const parts = [
    ...named.map((kind) => fetched.filter((file) => file.kind === kind)),
    fetched.filter(({ kind }) => !named.includes(kind)),
    fetched,
  ];
  return parts.map((files) => (files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(1));
}

function row(name: string, cells: string[]): string {
  return [name.padEnd(28), ...cells.map((cell) => cell.padStart(13))].join('');
}
