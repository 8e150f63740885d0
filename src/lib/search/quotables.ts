import { splitSentences } from '#lib/i18n/sentences.ts';

/** A part of a passage that can be quoted. */
export type Quotable = {
  text: string;
  /** A sentence with those around it in its paragraph. */
  paragraph?: string;
  /** Whether it is of a numbered list. */
  isStep?: boolean;
  /** The beginning and the end on the page, if the text is no sentence of it. */
  parts?: readonly string[];
  /** The words before the values of a row. */
  label?: string;
  /** The question of which it is the answer. */
  asked?: string;
};

/** In characters. */
const lengths = { min: 20, max: 320 };

/** How the Markdown of a page tells where a form is sent. */
const form = /: send it at \//;

/** The sentences of a passage, the rows of its tables, each with the names of its columns, and the answers to its questions. */
export function readQuotables(text: string): Quotable[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const asked = lines[at - 1] ?? '';
    if (form.test(line)) return [];
    if (line.includes(' | ')) return readRow(lines, at);
    const [marker = ''] = /^(?:-|\d{1,2}\.) /.exec(line) ?? [];
    const sentences = splitSentences(line.slice(marker.length)).map((sentence) => sentence.trim());
    const answer = asked.endsWith('?') ? joinFirst(sentences) : '';
    const isStep = /\d/.test(marker);
    return [
      ...(answer === '' ? [] : [{ text: answer, asked }]),
      ...sentences
        .map((sentence, place) => ({ text: sentence, paragraph: widen(sentences, place), isStep }))
        .filter(({ text: sentence }) => /[.!]["”’)]*$/.test(sentence) && isLongEnough(sentence)),
    ];
  });
}

function isLongEnough({ length }: string): boolean {
  return length >= lengths.min && length <= lengths.max;
}

/** `Saturday: in term 10:00 to 16:00, out of term closed` */
function readRow(lines: readonly string[], at: number): Quotable[] {
  const start = lines.findLastIndex((line, index) => index < at && !line.includes(' | ')) + 1;
  const [columns = [], cells = []] = [lines[start], lines[at]].map((line) => line?.split(' | '));
  const [label, ...values] = cells;
  if (start === at || label === undefined || cells.length !== columns.length) return [];
  const named = values.map((value, index) =>
    values.length === 1 ? value : `${columns[index + 1]?.replace(/[?:]$/, '')}: ${value}`,
  );
  const text = values.length === 1 ? `${label}: ${named[0]}` : `${label}. ${named.join('; ')}`;
  return isLongEnough(text) ? [{ text, parts: [label, values.at(-1) ?? ''], label }] : [];
}

/** A sentence with as many of those before it, then after it, as can be quoted. */
function widen(sentences: readonly string[], at: number): string {
  let text = sentences[at] ?? '';
  const fits = (more: string | undefined) =>
    more !== undefined && text.length + 1 + more.length <= lengths.max;
  for (let before = at - 1; fits(sentences[before]); before--) text = `${sentences[before]} ${text}`;
  for (let after = at + 1; fits(sentences[after]); after++) text += ` ${sentences[after]}`;
  return text;
}

/** As many sentences, from the first, as can be quoted. */
function joinFirst(sentences: readonly string[]): string {
  let joined = '';
  for (const sentence of sentences) {
    if (joined.length + sentence.length >= lengths.max) break;
    joined = `${joined} ${sentence}`.trim();
  }
  return isLongEnough(joined) ? joined : '';
}
