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
  const isYaml = yamlFileOf(file) !== undefined;
  const read = (text: string) => (isYaml ? readYamlFile(text) : readFrontMatter(text)).frontMatter;
  const isNew = before === '';
  const [old, next] = [isNew ? undefined : read(before), read(after)];
  if (!next || (!old && !isNew)) {
    return { isNew, details: [], detailBlocks: [], textLine: 1, blocks: diffBlocks(before, after) };
  }
  const changes = compareDetails(describeFile(file), { before: old?.data, after: next.data }, names);
  const split = (text: string) => (isYaml ? { head: text, body: '' } : splitFrontMatter(text));
  const [from, to] = [split(before), split(after)];
  const details = changes.map((change) => ({ ...change, ...linesOf(change.name, next) }));
  return {
    isNew,
    details,
    detailBlocks: diffBlocks(from.head, to.head),
    textLine: to.head.split('\n').length,
    // Lines count in the whole file.
    blocks: diffBlocks(from.body, linesAbove(to.head) + to.body),
  };
}

function diffBlocks(before: string, after: string): DiffBlock[] {
  return before.trim() === after.trim() ? [] : withoutUnchanged(diffTexts(before, after));
}

function linesAbove(head: string): string {
  return '\n'.repeat(head.split('\n').length - 1);
}

function linesOf(name: string, { data, lineOf }: FrontMatter): { line: number | null; end: number } {
  if (!Object.hasOwn(data, name)) return { line: null, end: 0 };
  const line = lineOf([name]);
  const later = Object.keys(data)
    .map((each) => lineOf([each]))
    .filter((each) => each > line);
  return { line, end: Math.min(...later, Number.MAX_SAFE_INTEGER) };
}
