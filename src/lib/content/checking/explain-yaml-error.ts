import type { Explanation } from './problem.ts';

/** The properties of the parser's errors that are used here. */
type YamlError = { code: string; message: string; pos: [number, number] };

/** An explanation, and the offset of the line that the editor has to change. */
type YamlProblem = Explanation & { offset: number };

/** Explains the first error of the parser. The second one helps to identify its cause. */
export function explainYamlErrors(yaml: string, errors: readonly YamlError[]): YamlProblem | undefined {
  const [error] = errors;
  if (!error) return undefined;
  const { code, offset } = locate(yaml, error, errors[1]);
  const reason = error.message.replaceAll(/\s+/g, ' ').replace(/[.:]$/, '');
  const [message, fix] = explanations[code] ?? [
    `the fields cannot be read here (${reason})`,
    'write one field per line, as name: value, and put unusual values in "quotes"',
  ];
  return { message, fix, offset };
}

/** Corrects errors that the parser reports with another code, or on the line above. */
function locate(
  yaml: string,
  { code, message, pos: [start] }: YamlError,
  next: YamlError | undefined,
): { code: string; offset: number } {
  if (/^(Sequence item without|A block sequence may not)/.test(message)) {
    return { code: 'BAD_INDENT', offset: start };
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && next?.code === 'MULTILINE_IMPLICIT_KEY') {
    return { code: 'DEEPER', offset: next.pos[1] };
  }
  if (code === 'UNEXPECTED_TOKEN' && yaml.startsWith(' ')) return { code: 'BAD_INDENT', offset: 0 };
  if (code === 'BAD_INDENT' && message.startsWith('Flow') && !/^[^\n]*[\]}]/.test(yaml.slice(start))) {
    const above = yaml.slice(0, start);
    return {
      code: 'MISSING_CHAR',
      offset: Math.max(0, above.lastIndexOf('['), above.lastIndexOf('{')),
    };
  }
  if (code !== 'MISSING_CHAR') return { code, offset: start };
  // The parser reports a missing quote at the end of the fields. The line to change has an odd number of quotes.
  const alone = /^[^"\n]*(?:"[^"\n]*"[^"\n]*)*"[^"\n]*$/m.exec(yaml.slice(0, start));
  return { code, offset: alone ? alone.index : start };
}

const explanations: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  BLOCK_AS_IMPLICIT_KEY: [
    'the value of this field contains a colon followed by a space',
    'put the whole value in quotes, such as title: "Bookkeeping: an introduction"',
  ],
  TAB_AS_INDENT: ['this line is indented with a tab', 'use spaces instead, two for each level'],
  DUPLICATE_KEY: ['this field appears twice', 'keep one of the two lines'],
  BAD_INDENT: [
    'this line is indented more or less than the lines around it',
    'start all fields of a group in the same column, two spaces further in than the line above the group',
  ],
  DEEPER: [
    'this line is indented more than the field above it, so it is read as a part of its value',
    'start it in the same column as the field above or, if it is text that goes on, put the whole text in quotes',
  ],
  MISSING_CHAR: [
    'a quote, bracket, colon or comma is missing here',
    'look for a quote " or a bracket ] without its partner',
  ],
  BAD_SCALAR_START: [
    'a value cannot start with this character',
    'put the value in quotes, such as title: "@riverside"',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'this line has no colon, or a quote is not closed',
    'write the field as name: value, and close every quote',
  ],
  BAD_COLLECTION_TYPE: [
    'a list and a group of fields are mixed here',
    'write one entry per line, each after a hyphen and a space',
  ],
};
