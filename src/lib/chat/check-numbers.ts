import { chatAnswerText } from '#lib/i18n/en/chat.ts';
import type { RetrievedPassage } from './chat-types.ts';
import { createMarkdownSanitizer } from './markdown-sanitizer.ts';
import { readNumbers, type StatedNumber } from './numbers/number-reader.ts';
import { createNumberSupport } from './numbers/number-support.ts';
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

/** The end of a line, or of a sentence and its citations if another sentence follows. */
const partEnd = /\n|[.!?]["”’)*_]{0,4}(?:\s{0,2}\[\d{1,2}\]){0,6}\s{1,3}(?=[^\s[])/;

/**
 * Checks an answer while it streams. A statement passes if the passages that it cites contain all of its numbers:
 * amounts, percentages, dates, times, codes and telephone numbers. Otherwise it is replaced by a sentence quoted from a
 * passage, with its source.
 */
export async function* checkNumbers(answer: AnswerText, options: CheckOptions): AnswerText {
  const checkStatement = createStatementCheck(options);
  for await (const statement of splitStatements(answer)) {
    const checked = checkStatement(statement);
    if (checked !== '') yield checked;
  }
}

/**
 * Splits a text into statements. A statement ends with a line, with a sentence that has a citation, or with a sentence
 * if no number has occurred yet.
 */
async function* splitStatements(answer: AnswerText): AnswerText {
  let [statement, buffer, hasNumbers] = ['', '', false];
  try {
    for await (const text of answer) {
      buffer += text;
      for (let end = partEnd.exec(buffer); end; end = partEnd.exec(buffer)) {
        const sentence = buffer.slice(0, end.index + end[0].length);
        buffer = buffer.slice(sentence.length);
        statement += sentence;
        hasNumbers ||= readNumbers(sentence).length > 0;
        if (hasNumbers && !/\n$|\[\d+\]/.test(sentence)) continue;
        yield statement;
        [statement, hasNumbers] = ['', false];
      }
    }
  } finally {
    // After a failure too, the text that arrived before it is shown.
    yield statement + buffer;
  }
}

function createStatementCheck({ passages, siteUrl, question, calendar, verdict }: CheckOptions) {
  const supports = passages.map(({ title, heading, text }) =>
    createNumberSupport([title, heading, text].join('\n')),
  );
  // Today's weekday says nothing about others.
  const isInCalendar = createNumberSupport(calendar.replaceAll(/\b\p{L}+day\b/gu, ''));
  const isInQuestion = createNumberSupport(question);
  const quoted = new Set<string>();
  let lastCited: number[] = [];

  function replace(statement: string, wrong: StatedNumber, cited: readonly number[]): string {
    const [, lead = ''] = /^(\s*(?:[-*+] |\d{1,2}[.)] )?)/.exec(statement) ?? [];
    const [end = ''] = /\s*$/.exec(statement) ?? [];
    const among = cited.map((number) => ({ number, text: passages[number - 1]?.text ?? '' }));
    const quote = findQuote(among, { statement, question, wrong });
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
    const cited = lastCited.length > 0 && verdict.isSufficient ? lastCited : all;
    // If the passages are not sufficient, the answer may repeat the question's numbers.
    const isGiven = (number: StatedNumber) =>
      isInCalendar(number) || (!verdict.isSufficient && isInQuestion(number));
    const wrong = numbers.find(
      (number) => !isGiven(number) && !cited.some((source) => supports[source - 1]?.(number)),
    );
    return wrong ? replace(statement, wrong, own.length > 0 ? own : all) : statement;
  };
}
