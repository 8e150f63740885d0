import type { PageIndex } from '#lib/build-format/page-index-format.ts';
import { splitWords } from '#lib/i18n/split-words.ts';
import { isCode, type createCodeReader } from './codes.ts';

/** In characters. In a longer question, only codes in its last part count. */
const maxLength = 400;

/**
 * Creates a function that appends the titles of the pages whose codes a question has: `When does SOIL101 meet? Soil
 * Science`. An embedding model knows nothing about codes.
 */
export function createTitleAdder(
  { pages }: Pick<PageIndex, 'pages'>,
  codes: ReturnType<typeof createCodeReader>,
): (question: string) => string {
  const titles = new Map(
    pages.flatMap(({ title, keywords }) =>
      splitWords(keywords)
        .filter(isCode)
        .map((code) => [code, title] as const),
    ),
  );
  return (question) => {
    const words = codes.joinCodes(splitWords(question.slice(-maxLength)));
    return [question, ...new Set(words.flatMap((word) => titles.get(word) ?? []))].join(' ');
  };
}
