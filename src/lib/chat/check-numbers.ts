import { chatAnswerText } from '#lib/i18n/en/chat.ts';
import type { RetrievedPassage } from './chat-types.ts';
import { createMarkdownSanitizer } from './markdown-sanitizer.ts';
import { readNumbers } from './numbers/number-reader.ts';
import { createNumberSupport, type NumberSupport } from './numbers/number-support.ts';
import { kindOf, type StatedNumber } from './numbers/number-types.ts';
import { findQuote } from './quote.ts';
import type { AnswerText, AnswerVerdict } from './sanitize-answer.ts';

type CheckOptions = {
  passages: readonly RetrievedPassage[];
  siteUrl: string;
  question: string;
  /** The prompt's text about today and the terms. An answer may repeat its numbers. */
  calendar: string;
  verdict: AnswerVerdict;
};

/** Longer statements are checked in parts. */
const maxStatementLength = 2_000;
/** The end of a sentence and its citations, if another sentence follows. */
const sentenceEnd = /[.!?]["”’)*_]{0,4}(?:\s{0,2}\[\d{1,2}\]){0,6}\s{1,3}(?=[^\s[])/g;

/**
 * Checks an answer while it streams. A statement passes if the passages that it cites contain all of its numbers:
 * amounts, percentages, dates, times, codes and telephone numbers. Otherwise it is replaced by a sentence quoted from a
 * passage, with its source.
 */
export async function* checkNumbers(answer: AnswerText, options: CheckOptions): AnswerText {
  const checkStatement = createStatementCheck(options);
  let buffer = '';
  const takeRest = () => {
    const rest = buffer === '' ? '' : checkStatement(buffer);
    buffer = '';
    return rest;
  };
  try {
    for await (const text of answer) {
      buffer += text;
      for (let end = endOfStatement(buffer); end > 0; end = endOfStatement(buffer)) {
        const checked = checkStatement(buffer.slice(0, end));
        buffer = buffer.slice(end);
        if (checked !== '') yield checked;
      }
    }
  } catch (error) {
    // Show the text that arrived before the failure.
    const rest = takeRest();
    if (rest !== '') yield rest;
    throw error;
  }
  const rest = takeRest();
  if (rest !== '') yield rest;
}

/** Returns the end of the first statement: a line, or a sentence that has a citation or no numbers. 0 if incomplete. */
function endOfStatement(text: string): number {
  const line = text.indexOf('\n') + 1;
  const head = line > 0 ? text.slice(0, line) : text;
  for (const { 0: match, index } of head.matchAll(sentenceEnd)) {
    const end = index + match.length;
    if (/\[\d+\]/.test(head.slice(0, end)) || readNumbers(head.slice(0, end)).length === 0) return end;
  }
  return line > 0 ? line : text.length > maxStatementLength ? text.length : 0;
}

function createStatementCheck({ passages, siteUrl, question, calendar, verdict }: CheckOptions) {
  const supports = new Map<string, NumberSupport>();
  const quoted = new Set<string>();
  let lastCited: number[] = [];

  function supportOf(cited: readonly number[]): NumberSupport {
    const key = cited.join(' ');
    const known = supports.get(key);
    if (known) return known;
    const texts = cited.map((number) => textOf(passages[number - 1]));
    const support = createNumberSupport([...texts, ...(verdict.isSufficient ? [] : [question])], calendar);
    supports.set(key, support);
    return support;
  }

  function replace(statement: string, wrong: StatedNumber, cited: readonly number[]): string {
    const [, lead = ''] = /^(\s*(?:[-*+] |\d{1,2}[.)] )?)/.exec(statement) ?? [];
    const [end = ''] = /\s*$/.exec(statement) ?? [];
    const among = cited.map((number) => ({ number, text: passages[number - 1]?.text ?? '' }));
    const quote = findQuote(among, { statement, question, kind: kindOf(wrong) });
    if (!quote) return `${lead}${chatAnswerText.withheldNumber({ source: cited[0] ?? 1 })}${end}`;
    if (quoted.has(quote.text)) return end.includes('\n') ? end : '';
    quoted.add(quote.text);
    const sanitizer = createMarkdownSanitizer({ sourceCount: 0, siteUrl, passages: [quote.text] });
    const safe = (sanitizer.push(quote.text) + sanitizer.end()).trim();
    return `${lead}${chatAnswerText.quoteInstead({ quote: safe, source: quote.number })}${end}`;
  }

  return (statement: string): string => {
    const numbers = readNumbers(statement);
    const own = [...new Set([...statement.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)))];
    if (own.length > 0) lastCited = own;
    if (numbers.length === 0) return statement;
    const all = passages.map((_passage, at) => at + 1);
    // If the passages are not sufficient, the answer may repeat the question's numbers.
    const cited = lastCited.length > 0 && verdict.isSufficient ? lastCited : all;
    const wrong = numbers.find((number) => !supportOf(cited).supports(number));
    return wrong ? replace(statement, wrong, own.length > 0 ? own : all) : statement;
  };
}

function textOf(passage: RetrievedPassage | undefined): string {
  return passage ? `${passage.title}\n${passage.heading}\n${passage.text}` : '';
}
