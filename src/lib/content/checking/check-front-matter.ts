import { isMap, isNode, isScalar, isSeq, type Document } from 'yaml';
import { locateFrontMatter, maxFrontMatter } from '#lib/content/front-matter.ts';
import { parseYaml } from '#lib/content/parse-yaml.ts';
import type { Explanation, FieldPath, Finding } from './problem.ts';
import { explainYamlErrors } from './explain-yaml-error.ts';

/** The fields of a file, and their lines. */
export type FrontMatter = {
  data: Record<string, unknown>;
  /** The line of a field or, if the field is missing, of its parent. */
  lineOf: (path: FieldPath) => number;
  /** A number, date or other value as it stands in the file, such as `1e3`. */
  typedAt: (path: FieldPath) => string | undefined;
};

/** The body starts with an empty line for each line of front matter, so that line numbers match the file. */
type Parts = { frontMatter: FrontMatter | undefined; body: string; findings: Finding[] };

const example =
  'start the file with a line ---, then the fields, such as title: Bookkeeping, then another line ---';

/** Separates and parses the front matter of a file. */
export function readFrontMatter(source: string): Parts {
  const text = source.replaceAll('\r\n', '\n');
  const broken = findBrokenCharacter(text);
  if (broken) return { ...broken, body: '' };
  const found = locateFrontMatter(text);
  if (!found)
    return { ...unreadable(1, { message: 'the file has no front matter', fix: example }), body: text };
  const { start } = found;
  if ('problem' in found) {
    const line = found.problem === 'long' ? 1 : lineOfGap(text, start);
    return { ...unreadable(line, explanations[found.problem]), body: '' };
  }
  const body = '\n'.repeat(countLines(text.slice(0, found.end))) + text.slice(found.closed);
  return { ...parseFields(text.slice(start, found.end), countLines(text.slice(0, start))), body };
}

const explanations: Readonly<Record<'open' | 'long', Explanation>> = {
  open: {
    message: 'the front matter has no end',
    fix: 'add a line --- below its last field, above the text',
  },
  long: {
    message: `the front matter is longer than ${maxFrontMatter / 1024} KiB`,
    fix: 'add a line --- below its last field, and move long texts below it',
  },
};

/** Parses a file that contains fields only, such as `settings/notice.yaml`. */
export function readYamlFile(source: string): Omit<Parts, 'body'> {
  const text = source.replace(/^\uFEFF/, ' ').replaceAll('\r\n', '\n');
  return findBrokenCharacter(text) ?? parseFields(text, 0);
}

/** Finds NUL, and U+FFFD, which replaced bytes that are not valid UTF-8. */
function findBrokenCharacter(text: string): Omit<Parts, 'body'> | undefined {
  const at = text.search(/[\0\uFFFD]/);
  return at === -1 ? undefined : unreadable(countLines(text.slice(0, at)) + 1, brokenCharacter);
}

const brokenCharacter: Explanation = {
  message: 'there is a character here that cannot be read: the file is not text in UTF-8',
  fix: 'save the file with the encoding UTF-8, and type the character again',
};

const noFields: Explanation = { message: 'the front matter has no fields', fix: example };
const noFieldsInFile: Explanation = {
  message: 'the file has no fields',
  fix: 'write one field per line, as name: value',
};

function unreadable(line: number, explanation: Explanation): Omit<Parts, 'body'> {
  return { frontMatter: undefined, findings: [{ line, ...explanation, severity: 'fatal' }] };
}

/** The first empty line after `start`: the front matter probably ends there. */
function lineOfGap(text: string, start: number): number {
  const gap = text.slice(start).search(/^\s*$/m);
  return countLines(text.slice(0, start + Math.max(0, gap))) + 1;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/** @param linesAbove how many lines of the file precede `yaml` */
function parseFields(yaml: string, linesAbove: number): Omit<Parts, 'body'> {
  const parsed = parseYaml(yaml);
  if ('limit' in parsed) {
    const { offset, ...explanation } = parsed.limit;
    return unreadable(linesAbove + countLines(yaml.slice(0, offset)) + 1, explanation);
  }
  const { document, lines } = parsed;
  const problem = explainYamlErrors(yaml, document.errors);
  if (problem) {
    const { offset, ...explanation } = problem;
    return unreadable(linesAbove + lines.linePos(offset).line, explanation);
  }

  const data: unknown = document.toJS() ?? {};
  if (typeof data !== 'object' || Array.isArray(data)) {
    return unreadable(Math.max(1, linesAbove), linesAbove > 0 ? noFields : noFieldsInFile);
  }
  const lineOf = (path: FieldPath) => {
    const offset = offsetOf(document, path);
    return offset === undefined ? Math.max(1, linesAbove) : linesAbove + lines.linePos(offset).line;
  };
  const typedAt = (path: FieldPath) => {
    const node = document.getIn(path, true);
    return isScalar(node) && node.type === 'PLAIN' ? node.source : undefined;
  };
  return { frontMatter: { data: data as Record<string, unknown>, lineOf, typedAt }, findings: [] };
}

function offsetOf(document: Document, path: FieldPath): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of path) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined;
    const next = isSeq(node) ? node.items[Number(step)] : pair?.value;
    const start = isSeq(node) ? next : pair?.key;
    if (!isNode(start)) break;
    offset = start.range?.[0] ?? offset;
    node = next;
  }
  return offset;
}
