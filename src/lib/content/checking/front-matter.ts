import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { Finding } from './problem.ts';
import { sayYamlError, type YamlError } from './yaml-messages.ts';

export type FieldPath = readonly PropertyKey[];

/** The fields of a file, and where each of them stands. */
export type FrontMatter = {
  data: Record<string, unknown>;
  /** Line of the field, or of the nearest thing around it that exists. */
  lineOf(path: FieldPath): number;
};

/** A file taken apart. The body has the front matter's lines emptied, so that its lines are the file's. */
type Parts = { frontMatter: FrontMatter | undefined; body: string; findings: Finding[] };

const example =
  'begin the file with a line ---, the fields, such as title: Soil Science, and another line ---';

/** Takes the front matter off a file, telling all that is wrong with its form. */
export function readFrontMatter(source: string): Parts {
  const text = source.replace(/^\uFEFF/, ' ').replaceAll('\r\n', '\n');
  const opening = /^\s*?---[ \t]*(?:\n|$)/.exec(text);
  if (!opening) {
    return stopped(text, { line: 1, message: 'the file has no front matter', fix: example });
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
  return { frontMatter: undefined, body, findings: [{ ...finding, severity: 'fatal' }] };
}

function unclosed(text: string, start: number): Omit<Finding, 'severity'> {
  const rest = text.slice(start);
  const gap = rest.search(/^\s*$/m);
  return {
    line: countLines(text.slice(0, start)) + 1 + (gap === -1 ? 0 : countLines(rest.slice(0, gap))),
    message: 'the front matter has no end',
    fix: 'put a line --- below its last field, above the text',
  };
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

const hiddenCharacter = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/;

/** `firstLine` counts the lines above the fields. */
function parseFields(yaml: string, firstLine: number): Omit<Parts, 'body'> {
  const lines = new LineCounter();
  const document = parseDocument(yaml, {
    lineCounter: lines,
    prettyErrors: false,
    customTags: ['timestamp'],
  });
  const error = document.errors[0];
  const hidden = yaml.search(hiddenCharacter);
  if (error ?? hidden !== -1) {
    const { line, col } = lines.linePos(error ? startOfError(yaml, error) : hidden);
    const finding: Finding = {
      line: firstLine + line,
      column: col,
      ...sayYamlError(error),
      severity: 'fatal',
    };
    return { frontMatter: undefined, findings: [finding] };
  }

  keepWrongDays(document);
  const data: unknown = document.toJS() ?? {};
  if (typeof data !== 'object' || Array.isArray(data)) {
    return {
      frontMatter: undefined,
      findings: [
        { line: firstLine, message: 'the front matter has no fields', fix: example, severity: 'fatal' },
      ],
    };
  }
  const lineOf = (path: FieldPath) => {
    const offset = offsetOf(document, path);
    return offset === undefined ? firstLine : firstLine + lines.linePos(offset).line;
  };
  return { frontMatter: { data: data as Record<string, unknown>, lineOf }, findings: [] };
}

/** The parser notices a missing quote where the fields end; it is missing where one stands alone. */
function startOfError(yaml: string, { code, pos }: YamlError): number {
  if (code !== 'MISSING_CHAR') return pos[0];
  const alone = /^[^"\n]*(?:"[^"\n]*"[^"\n]*)*"[^"\n]*$/m.exec(yaml.slice(0, pos[0]));
  return alone ? alone.index : pos[0];
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
