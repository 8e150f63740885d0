import { readFrontMatter, readYamlFile, type FrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { yamlFileOf } from '#lib/editing/yaml-files.ts';
import { describeFile } from '#lib/editing/front-matter/describe-fields.ts';
import { compareDetails, type DetailChange } from './detail-changes.ts';
import type { DetailNames } from './detail-words.ts';
import { diffTexts, withoutUnchanged, type DiffBlock } from './diff.ts';

/** A changed detail with the lines of its field in the new version: from `line` up to `end`. Null if it was removed. */
export type PlacedChange = DetailChange & { line: number | null; end: number };

/** What differs between two versions of an entry. */
export type EntryDiff = {
  /** Whether there is no version before. */
  isNew: boolean;
  details: readonly PlacedChange[];
  /** The same details as text, for those who want to see every character. */
  detailBlocks: readonly DiffBlock[];
  /** The line of the new version at which the text below the details begins. */
  textLine: number;
  /** The text; with the details if those of a version can't be read. */
  blocks: readonly DiffBlock[];
};

type Versions = { file: string; before: string; after: string };

/** Compares two versions of an entry: its details in words, and its text. @param before empty for a new entry */
export function diffEntry({ file, before, after }: Versions, names: DetailNames): EntryDiff {
  const isNew = before === '';
  const [old, next] = [isNew ? undefined : readDetails(file, before), readDetails(file, after)];
  if (!next || (!old && !isNew)) {
    return { isNew, details: [], detailBlocks: [], textLine: 1, blocks: diffBlocks(before, after) };
  }
  const changes = compareDetails(describeFile(file), { before: old?.data, after: next.data }, names);
  const [from, to] = [splitDetails(file, before), splitDetails(file, after)];
  const { textLine } = to;
  const details = changes.map((change) => ({ ...change, ...linesOf(change.name, next, textLine) }));
  return {
    isNew,
    details,
    detailBlocks: diffBlocks(from.head, to.head),
    textLine,
    // Lines count in the whole file.
    blocks: diffBlocks(from.body, linesAbove(to.head) + to.body),
  };
}

/** The name of the detail that a line belongs to. Undefined in the text, and if the details can't be read. */
export function detailAt({ file, text }: { file: string; text: string }, line: number): string | undefined {
  const found = readDetails(file, text);
  if (!found) return undefined;
  const { textLine } = splitDetails(file, text);
  return Object.keys(found.data).find((name) => {
    const { line: start, end } = linesOf(name, found, textLine);
    return start !== null && start <= line && line < end;
  });
}

function readDetails(file: string, text: string): FrontMatter | undefined {
  return (yamlFileOf(file) ? readYamlFile(text) : readFrontMatter(text)).frontMatter;
}

/** Separates the details from the text below them. Settings have details only. */
function splitDetails(file: string, text: string) {
  if (yamlFileOf(file)) return { head: text, body: '', textLine: text.split('\n').length + 1 };
  const { head, body } = splitFrontMatter(text);
  return { head, body, textLine: head.split('\n').length };
}

function diffBlocks(before: string, after: string): DiffBlock[] {
  return before.trim() === after.trim() ? [] : withoutUnchanged(diffTexts(before, after));
}

function linesAbove(head: string): string {
  return '\n'.repeat(head.split('\n').length - 1);
}

/** @param textLine the line at which the text below the details begins */
function linesOf(
  name: string,
  { data, lineOf }: FrontMatter,
  textLine: number,
): { line: number | null; end: number } {
  if (!Object.hasOwn(data, name)) return { line: null, end: 0 };
  const line = lineOf([name]);
  const later = Object.keys(data)
    .map((each) => lineOf([each]))
    .filter((each) => each > line);
  return { line, end: Math.min(...later, textLine) };
}
