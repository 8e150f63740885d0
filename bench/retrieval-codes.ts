import type { PageIndex } from '#lib/build-format/page-index-format.ts';
import { splitWords } from '#lib/i18n/split-words.ts';
import { isCode } from '#lib/search/codes.ts';
import type { Ranker } from './retrieval-measures.ts';
import { sizedList } from './sized.ts';

const sections = 6;
const questions = [
  (code: string) => `When does ${code} meet?`,
  (code: string) => `What does ${code} cost?`,
  (code: string) => `Who teaches ${code}?`,
  (code: string) => `What do I need to know before ${code}?`,
  (code: string) => `How is ${code} assessed?`,
];

/** Asks the same questions about each course by its code, and measures how often its page is first, and among six. */
export async function measureCodes(
  ranking: string,
  { pages }: Pick<PageIndex, 'pages'>,
  rank: Ranker,
): Promise<Record<string, string>> {
  const asked = pages.flatMap(({ path, keywords }) =>
    splitWords(keywords)
      .filter(isCode)
      .flatMap((code) => questions.map((ask) => ({ path, text: ask(code.toUpperCase()) }))),
  );
  const places: number[] = [];
  for (const { path, text } of sizedList(asked)) {
    const found = await rank([{ role: 'user', text }]);
    places.push(found.findIndex((address) => address.split('#')[0] === path));
  }
  const share = (isHit: (place: number) => boolean) =>
    (places.filter(isHit).length / places.length).toFixed(2);
  return {
    ranking,
    questions: `${places.length}`,
    first: share((place) => place === 0),
    'among six': share((place) => place >= 0 && place < sections),
  };
}
