import { Composer, CST, Lexer, LineCounter, Parser, visit, type Document } from 'yaml';
import { maxFrontMatter } from './front-matter.ts';
import { isRealDay } from './local-time.ts';

/** An offset in the text, what is wrong there, and how to fix it. */
type YamlLimit = { offset: number; message: string; fix: string };

const maxDepth = 20;
const maxKeys = 500;
/** Maximum number of words, marks and escapes. 500 fields have 1,500. */
const maxTokens = 2_000;
/** Maximum number including blanks and line ends, which cost less. 500 fields have 3,500. */
const maxLexemes = 4_000;
/** Only the first error is shown, and each takes time. */
const maxErrors = 20;

/**
 * Parses YAML fields in bounded time, whatever they contain. Before parsing, rejects aliases, which can expand 400
 * bytes to gigabytes, tags, deep nesting, and more keys than any page needs. A `Date` in the document is a day that exists.
 */
export function parseYaml(text: string): { document: Document; lines: LineCounter } | { limit: YamlLimit } {
  const hidden = text.search(hiddenCharacter);
  if (text.length > maxFrontMatter) return { limit: { offset: 0, ...tooLong } };
  if (hidden !== -1) return { limit: { offset: hidden, ...hiddenCharacterFound } };
  const tab = text.search(/^\t/m);
  if (tab !== -1) return { limit: { offset: tab, ...tabFound } };
  const lines = new LineCounter();
  const { stackTraceLimit } = Error;
  // The composer creates an error for each wrong key. Stack traces would take three quarters of the time.
  Error.stackTraceLimit = 0;
  try {
    const composer = new Composer({ customTags: ['timestamp'], logLevel: 'error' });
    const [document, ...others] = composer.compose(tokensOf(text, lines), true, text.length);
    const [second] = others;
    if (second) return { limit: { offset: second.range[0], ...severalDocuments } };
    // The composer always yields a document.
    return { document: keepTimes(document as Document), lines };
  } catch (error) {
    if (error instanceof LimitExceeded) return { limit: error.limit };
    throw error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * The composer turns days and times into `Date` objects, 2027-02-30 into 2 March, and the year 0027 into 1927. Restores
 * the text that the editor wrote, except for days that exist.
 */
function keepTimes(document: Document): Document {
  visit(document, {
    Scalar(_, node) {
      if (!(node.value instanceof Date) || node.source === undefined) return;
      if (!isRealDay(node.source)) node.value = node.source;
    },
  });
  return document;
}

class LimitExceeded extends Error {
  readonly limit: YamlLimit;

  constructor(limit: YamlLimit) {
    super(limit.message);
    this.limit = limit;
  }
}

/** @throws LimitExceeded */
function* tokensOf(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let [keys, lexemes, tokens, errors] = [0, 0, 0, 0];
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const offset = parser.offset;
    const type = isScalar ? 'scalar' : CST.tokenType(lexeme);
    isScalar = lexeme === CST.SCALAR;
    if (type === 'map-value-ind') keys += 1;
    lexemes += 1;
    // The parser reads each escape in a text separately.
    if (!isScalar && !/^\s+$/.test(lexeme)) tokens += lexeme.split('\\').length;
    const problem =
      refused[type ?? ''] ??
      (type === 'doc-start' && tokens > 1 ? severalDocuments : undefined) ??
      (keys > maxKeys || tokens > maxTokens || lexemes > maxLexemes ? tooMany : undefined) ??
      (parser.stack.length > maxDepth + 2 ? tooDeep : undefined);
    if (problem) throw new LimitExceeded({ offset, ...problem });
    for (const token of parser.next(lexeme)) {
      yield token;
      if (token.type === 'error') errors += 1;
    }
    if (errors > maxErrors) return;
  }
  yield* parser.end();
}

const hiddenCharacter = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/;

const hiddenCharacterFound = {
  message: 'there is an invisible control character here',
  fix: 'delete the value and type it again',
};
/** Found before parsing: the parser would create an error for each tab. */
const tabFound = {
  message: 'this line is indented with a tab',
  fix: 'use spaces instead, two for each level',
};
const tooLong = {
  message: `the fields are longer than ${maxFrontMatter / 1024} KiB`,
  fix: 'move long texts below the fields',
};
const tooMany = {
  message: `there are more than ${maxKeys} fields, or too many values`,
  fix: 'shorten the lists of fields and values',
};
const tooDeep = {
  message: `groups and lists are nested more than ${maxDepth} levels deep`,
  fix: 'look for brackets or hyphens that are there by mistake',
};
const severalDocuments = {
  message: 'there is a second set of fields here',
  fix: 'delete the line --- or ... above it',
};
const markAtStart = (mark: string, name: string) => ({
  message: `a value starts with ${mark}, which makes it ${name} of YAML; they are not allowed here`,
  fix: 'put the value in quotes, or write it out',
});
const refused: Readonly<Record<string, Omit<YamlLimit, 'offset'>>> = {
  alias: markAtStart('*', 'an alias'),
  anchor: markAtStart('&', 'an anchor'),
  tag: markAtStart('!', 'a tag'),
  'doc-end': { message: 'the line ... ends the fields here', fix: 'delete the line' },
  'directive-line': {
    message:
      'a line starts with %, which makes it an instruction to the reader of YAML; they are not allowed here',
    fix: 'put the value in quotes, or delete the line',
  },
};
