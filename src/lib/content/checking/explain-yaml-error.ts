import type { Explanation } from './problem.ts';

/** The part of the parser's errors that is used. */
export type YamlError = { code: string; message: string; pos: [number, number] };

/** Without an error, the front matter contains a control character. */
export function explainYamlError(error: YamlError | undefined): Explanation {
  if (!error) {
    return {
      message: 'there is an invisible control character here',
      fix: 'delete the value and type it again',
    };
  }
  const reason = error.message.replaceAll(/\s+/g, ' ').replace(/[.:]$/, '');
  const [message, fix] = explanations[error.code] ?? [
    `the front matter cannot be read here (${reason})`,
    'write one field per line, as name: value, and put unusual values in "quotes"',
  ];
  return { message, fix };
}

const explanations: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  BLOCK_AS_IMPLICIT_KEY: [
    'the value of this field contains a colon followed by a space',
    'put the whole value in quotes, such as title: "Soil: an introduction"',
  ],
  TAB_AS_INDENT: ['this line is indented with a tab', 'use spaces instead, two for each level'],
  DUPLICATE_KEY: ['this field appears twice', 'keep one of the two lines'],
  BAD_INDENT: [
    'this line is indented more or less than the lines around it',
    'start all fields of a group in the same column, two spaces further in than the line above the group',
  ],
  MISSING_CHAR: [
    'a quote, bracket, colon or comma is missing here',
    'look for a quote " or a bracket ] without its partner',
  ],
  BAD_SCALAR_START: [
    'a value cannot start with this character',
    'put the value in quotes, such as title: "@larkmoor"',
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
