import { summaryField } from '#lib/content/fields.ts';
import { listWords } from './raw-words.ts';
import type { SourcePage } from './source-page.ts';
import { stripHidden } from './tidy-html.ts';

const maxTitle = { handbook: 200, pages: 70, news: 70 } as const;
const maxSummary = 160;

/** The title for the front matter, and the whole title if it was too long. */
export function fitTitle({ title, collection, name }: SourcePage): { title: string; whole?: string } {
  const whole = oneLine(title) || oneLine(name.replaceAll(/[-_/]+/g, ' ')) || 'Untitled';
  const max = maxTitle[collection];
  return whole.length <= max ? { title: whole } : { title: shorten(whole, max), whole };
}

/** The summary for the front matter: the source’s own, else the start of the text. */
export function fitSummary(
  { summary, collection }: SourcePage,
  { title, text }: { title: string; text: string },
): { summary: string | undefined; isMade: boolean } {
  const own = shorten(oneLine(summary ?? ''), maxSummary);
  if (isSummary(own)) return { summary: own, isMade: false };
  if (collection === 'handbook') return { summary: own || undefined, isMade: false };
  const start = oneLine(text);
  const candidates = [
    start,
    ...(listWords(start).length > 0 ? [`${title}: ${start}`] : []),
    `${title}. This page was imported and has no summary yet.`,
  ];
  const found = candidates.map((each) => shorten(each, maxSummary)).find(isSummary);
  return { summary: found ?? 'This page was imported and has no summary yet.', isMade: true };
}

function isSummary(text: string): boolean {
  return listWords(text).length > 0 && summaryField.safeParse(text).success;
}

/** Text of one line, without characters that front matter may not contain. */
export function oneLine(text: string): string {
  return stripHidden(text).replaceAll(/\s+/g, ' ').trim();
}

/** Shortens a text at the end of a sentence or else of a word. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max);
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => start.lastIndexOf(end)));
  if (sentence >= max / 3) return start.slice(0, sentence + 1);
  const word = text.slice(0, max - 1).lastIndexOf(' ');
  return `${text.slice(0, word > max / 2 ? word : max - 1).trimEnd()}…`.replace(/\p{Surrogate}(?=…$)/u, '');
}
