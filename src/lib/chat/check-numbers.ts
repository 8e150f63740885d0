import { chatAnswerText } from '#lib/i18n/en/chat.ts';
import type { RetrievedPassage } from './chat-types.ts';
import { createMarkdownSanitizer } from './markdown-sanitizer.ts';
import { kindOf, readNumbers, type StatedNumber } from './numbers/number-reader.ts';
import { createNumberSupport, type NumberSupport } from './numbers/number-support.ts';
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
  const splitter = createStatementSplitter();
  let failure: { error: unknown } | undefined;
  try {
    for await (const text of answer) {
      for (const statement of splitter.push(text)) {
        const checked = checkStatement(statement);
        if (checked !== '') yield checked;
      }
    }
  } catch (error) {
    failure = { error };
  }
  // Also after a failure: show the text that arrived before it.
  const rest = checkStatement(splitter.end());
  if (rest !== '') yield rest;
  if (failure) throw failure.error;
}

/**
 * Splits a text into statements. A statement ends with a line, with a sentence that has a citation, or with a sentence
 * if no number has occurred yet.
 */
function createStatementSplitter() {
  let buffer = '';
  /** Where to continue, so that each sentence is read once, however small the chunks are. */
  let [readTo, hasNumbers] = [0, false];

  function endOfStatement(): number {
    const line = buffer.indexOf('\n') + 1;
    const head = line > 0 ? buffer.slice(0, line) : buffer;
    const from = readTo;
    for (const { 0: match, index } of head.slice(from).matchAll(sentenceEnd)) {
      const end = from + index + match.length;
      const sentence = head.slice(readTo, end);
      hasNumbers ||= readNumbers(sentence).length > 0;
      if (/\[\d+\]/.test(sentence) || !hasNumbers) return end;
      readTo = end;
    }
    return line > 0 ? line : buffer.length > maxStatementLength ? buffer.length : 0;
  }

  function* push(text: string): Generator<string, void, undefined> {
    buffer += text;
    for (let end = endOfStatement(); end > 0; end = endOfStatement()) {
      yield buffer.slice(0, end);
      buffer = buffer.slice(end);
      [readTo, hasNumbers] = [0, false];
    }
  }

  return { push, end: () => buffer };
}

function createStatementCheck({ passages, siteUrl, question, calendar, verdict }: CheckOptions) {
  const supports = new Map<string, NumberSupport>();
  const quoted = new Set<string>();
  let lastCited: number[] = [];

  function supportOf(cited: readonly number[]): NumberSupport {
    const key = cited.join(' ');
    const known = supports.get(key);
    if (known) return known;
    const texts = cited.map((number) => passageText(passages[number - 1]));
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

function passageText(passage: RetrievedPassage | undefined): string {
  return passage ? `${passage.title}\n${passage.heading}\n${passage.text}` : '';
}
