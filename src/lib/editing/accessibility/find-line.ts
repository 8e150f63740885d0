import { splitFrontMatter } from '#lib/content/front-matter.ts';

/** The number, from 1, of the line that best matches these words, exactly or ignoring Markdown marks. */
export function findLineOf(text: string, words: string): number {
  const lines = text.split('\n');
  const isIn = (line: string) => words !== '' && line.includes(words);
  const start = splitFrontMatter(text).head.split('\n').length - 1;
  const exact = lines.findIndex((line, index) => index >= start && isIn(line));
  if (exact !== -1) return exact + 1;
  const wanted = plain(words);
  const found = lines.findIndex(
    (line, index) => index >= start && wanted !== '' && plain(line).includes(wanted),
  );
  if (found !== -1) return found + 1;
  const anywhere = lines.findIndex((line) => wanted !== '' && plain(line).includes(wanted));
  return Math.max(anywhere, 0) + 1;
}

function plain(text: string): string {
  return text
    .replaceAll(/\]\([^()]*\)/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
