/** What is used of the parser's errors. */
export type YamlError = { code: string; message: string; pos: [number, number] };

type Said = { message: string; fix: string };

/** What stops the front matter from being read; without an error, a character that nobody sees. */
export function sayYamlError(error: YamlError | undefined): Said {
  if (!error) {
    return {
      message: 'an invisible control character stands here',
      fix: 'delete the value and type it anew',
    };
  }
  const known = yamlFixes[error.code];
  return {
    message: known?.[0] ?? `the front matter cannot be read here (${plain(error.message)})`,
    fix: known?.[1] ?? 'write one field a line, as name: value, and put odd values in "quotes"',
  };
}

function plain(message: string): string {
  return message.replaceAll(/\s+/g, ' ').replace(/[.:]$/, '');
}

const yamlFixes: Readonly<Record<string, readonly [string, string] | undefined>> = {
  BLOCK_AS_IMPLICIT_KEY: [
    'the value of this field has a colon followed by a space in it',
    'put the whole value in quotes, such as title: "Soil: an introduction"',
  ],
  TAB_AS_INDENT: ['this line is indented with a tab', 'use two spaces for each step instead'],
  DUPLICATE_KEY: ['this field is there twice', 'keep one of the two lines'],
  BAD_INDENT: [
    'this line is indented more or less than its neighbours',
    'begin all fields of a group below each other, two spaces in from the line above the group',
  ],
  MISSING_CHAR: [
    'something is not closed or not separated here',
    'look for a quote " or a bracket ] with no partner, or a missing colon or comma',
  ],
  BAD_SCALAR_START: [
    'a value cannot begin with this character',
    'put the value in quotes, such as title: "@larkmoor"',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'this line has no colon, or a quote is not closed',
    'write the field as name: value, and close every quote',
  ],
  BAD_COLLECTION_TYPE: [
    'a list and a group of fields are mixed here',
    'write one entry a line, each after - ',
  ],
};
