import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { Finding } from './fault.ts';

export type FieldPath = readonly PropertyKey[];

/** The fields of a file, and where each of them stands. */
export type FrontMatter = {
  data: Record<string, unknown>;
  /** Line of the field, or of the nearest thing around it that exists. */
  lineOf(path: FieldPath): number;
};

/** A file taken apart. The body has the front matter's lines emptied, so that its lines are the file's. */
export type Parts = { frontMatter: FrontMatter | undefined; body: string; findings: Finding[] };

const example =
  'begin the file with a line ---, the fields, such as title: Soil Science, and another line ---';

/** Takes the front matter off a file, telling all that is wrong with its form. */
export function readFrontMatter(source: string): Parts {
  const text = source.replace(/^\uFEFF/, ' ').replaceAll('\r\n', '\n');
  const opening = /^\s*?---[ \t]*(?:\n|$)/.exec(text);
  if (!opening) {
    return stopped(text, { line: 1, message: 'the file has no front matter', mend: example });
  }
  const start = opening[0].length;
  const closing = /^---[ \t]*$/m.exec(text.slice(start));
  if (!closing) return stopped('', unclosed(text, start));

  const end = start + closing.index;
  const firstLine = countLines(text.slice(0, start));
  const body = '\n'.repeat(countLines(text.slice(0, end))) + text.slice(end + closing[0].length);
  return { ...parseFields(text.slice(start, end), firstLine), body };
}

function stopped(body: string, finding: Omit<Finding, 'severity'>): Parts {
  return { frontMatter: undefined, body, findings: [{ ...finding, severity: 'stops' }] };
}

function unclosed(text: string, start: number): Omit<Finding, 'severity'> {
  const rest = text.slice(start);
  const gap = rest.search(/^\s*$/m);
  return {
    line: countLines(text.slice(0, start)) + 1 + (gap === -1 ? 0 : countLines(rest.slice(0, gap))),
    message: 'the front matter has no end',
    mend: 'put a line --- below its last field, above the text',
  };
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/** `firstLine` counts the lines above the fields. */
function parseFields(yaml: string, firstLine: number): Omit<Parts, 'body'> {
  const lines = new LineCounter();
  const document = parseDocument(yaml, {
    lineCounter: lines,
    prettyErrors: false,
    customTags: ['timestamp'],
  });
  const findings = document.errors.map((error): Finding => {
    const { line, col } = lines.linePos(error.pos[0]);
    const known = yamlMends[error.code];
    return {
      line: firstLine + line,
      column: col,
      message: known?.[0] ?? `the front matter cannot be read here (${plain(error.message)})`,
      mend: known?.[1] ?? 'write one field a line, as name: value, and put odd values in "quotes"',
      severity: 'stops',
    };
  });
  if (findings.length > 0) return { frontMatter: undefined, findings: findings.slice(0, 1) };

  keepWrongDays(document);
  const data: unknown = document.toJS() ?? {};
  if (typeof data !== 'object' || Array.isArray(data)) {
    return {
      frontMatter: undefined,
      findings: [
        { line: firstLine, message: 'the front matter has no fields', mend: example, severity: 'stops' },
      ],
    };
  }
  const lineOf = (path: FieldPath) => {
    const offset = offsetOf(document, path);
    return offset === undefined ? firstLine : firstLine + lines.linePos(offset).line;
  };
  return { frontMatter: { data: data as Record<string, unknown>, lineOf }, findings: [] };
}

/** The parser turns 2027-02-30 into 2 March; what the editor wrote must reach the check. */
function keepWrongDays(document: Document) {
  visit(document, {
    Scalar(_, node) {
      if (!(node.value instanceof Date) || node.source === undefined) return;
      const isRight =
        !Number.isNaN(node.value.getTime()) &&
        node.value.toISOString().slice(0, 10) === node.source.slice(0, 10);
      if (!isRight) node.value = node.source;
    },
  });
}

function offsetOf(document: Document, path: FieldPath): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
      );
      if (!pair) break;
      offset = isScalar(pair.key) ? pair.key.range?.[0] : offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined) break;
      offset = (item as { range?: [number, number, number] | null }).range?.[0] ?? offset;
      node = item;
    } else break;
  }
  return offset;
}

function plain(message: string): string {
  return message.replaceAll(/\s+/g, ' ').replace(/[.:]$/, '');
}

const yamlMends: Readonly<Record<string, readonly [string, string] | undefined>> = {
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
