import { diffIndices } from 'node-diff3';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { maxTextLength } from '#lib/content/front-matter.ts';

/** A piece of text that is in one or both versions. */
export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** A paragraph or line of the new version, or a removed one. */
export type DiffBlock = {
  kind: 'same' | 'removed' | 'added' | 'changed';
  pieces: Piece[];
  /** Its first line in the new version, from 1; null if it was removed. */
  line: number | null;
};

/**
 * The budget for comparing two texts, about 20 ms. When it is used up, the rest is shown as one change. In a step, the
 * algorithm compares a pair of equal parts with one candidate for the longest common subsequence.
 */
const maxSteps = 5_000_000;

/** The remaining steps for comparing two texts. */
type CompareBudget = { steps: number };

export function compareBudget(): CompareBudget {
  return { steps: maxSteps };
}

/**
 * Compares two texts by paragraphs, lines of front matter, and words within those that changed. Versions from git can
 * exceed the maximum length of an entry: then the whole text is shown as replaced.
 */
export function diffTexts(before: string, after: string): DiffBlock[] {
  if (Math.max(before.length, after.length) > maxTextLength) {
    const pieces: Piece[] = [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
    return [{ kind: 'changed', pieces, line: 1 }];
  }
  const { texts: old } = splitBlocks(before);
  const { texts: next, lines } = splitBlocks(after);
  const blocks: DiffBlock[] = [];
  const budget = compareBudget();
  let at = 0;
  const take = (to: number) => {
    for (; at < to; at += 1) blocks.push(sameBlock(next[at] ?? '', lines[at] ?? 1));
  };
  for (const { buffer1Content: gone, buffer2Content: come, buffer2 } of compareParts(old, next, budget)) {
    take(buffer2[0]);
    for (let index = 0; index < Math.max(gone.length, come.length); index += 1) {
      const line = index < come.length ? (lines[at + index] ?? null) : null;
      blocks.push({ ...diffBlock(gone[index], come[index], budget), line });
    }
    at += come.length;
  }
  take(next.length);
  return blocks;
}

/** Removes unchanged blocks that are not next to a change. Leaves one block without pieces in each gap. */
export function withoutUnchanged(blocks: readonly DiffBlock[]): DiffBlock[] {
  const isShown = blocks.map((_, index) =>
    blocks.slice(Math.max(0, index - 1), index + 2).some(({ kind }) => kind !== 'same'),
  );
  return blocks.flatMap((block, index) => {
    if (isShown[index]) return [block];
    return index > 0 && !isShown[index - 1] ? [] : [{ kind: 'same' as const, pieces: [], line: block.line }];
  });
}

type Difference = {
  buffer1Content: string[];
  buffer2Content: string[];
  /** Start and length in the old parts (1) and in the new parts (2). */
  buffer1: [number, number];
  buffer2: [number, number];
};

/**
 * Skips equal parts at both ends, and compares the parts between them. Returns one change if the budget is too small.
 */
export function compareParts(
  old: readonly string[],
  next: readonly string[],
  budget: CompareBudget,
): Difference[] {
  const least = Math.min(old.length, next.length);
  let start = 0;
  while (start < least && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const [gone, come] = [old.slice(start, old.length - end), next.slice(start, next.length - end)];
  if (gone.length + come.length === 0) return [];
  const steps = countSteps(gone, come);
  if (steps > budget.steps) {
    return [
      {
        buffer1Content: gone,
        buffer2Content: come,
        buffer1: [start, gone.length],
        buffer2: [start, come.length],
      },
    ];
  }
  budget.steps -= steps;
  return diffIndices(gone, come).map(({ buffer1: [from, removed], buffer2: [to, added], ...contents }) => ({
    ...contents,
    buffer1: [from + start, removed],
    buffer2: [to + start, added],
  }));
}

/**
 * An upper bound of the steps of `diffIndices`: for each pair of equal parts, it searches a list of at most `paired`
 * candidates.
 */
function countSteps(gone: readonly string[], come: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const part of gone) counts.set(part, (counts.get(part) ?? 0) + 1);
  let [pairs, paired] = [0, 0];
  for (const part of come) {
    const count = counts.get(part) ?? 0;
    pairs += count;
    if (count > 0) paired += 1;
  }
  return pairs * Math.min(gone.length, paired);
}

function sameBlock(text: string, line: number): DiffBlock {
  return { kind: 'same', pieces: [{ kind: 'same', text }], line };
}

/** Compares a removed block with the block that replaces it, word by word. */
function diffBlock(
  old: string | undefined,
  next: string | undefined,
  budget: CompareBudget,
): Omit<DiffBlock, 'line'> {
  if (old === undefined) return { kind: 'added', pieces: [{ kind: 'added', text: next ?? '' }] };
  if (next === undefined) return { kind: 'removed', pieces: [{ kind: 'removed', text: old }] };
  return { kind: 'changed', pieces: diffWords(old, next, budget) };
}

export function diffWords(before: string, after: string, budget = compareBudget()): Piece[] {
  const [old, next] = [before, after].map((text) => text.split(/(?<=\s)(?=\S)/)) as [string[], string[]];
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    if (text !== '') pieces.push({ kind, text });
  };
  let at = 0;
  for (const { buffer1Content, buffer2Content, buffer2 } of compareParts(old, next, budget)) {
    add('same', next.slice(at, buffer2[0]).join(''));
    add('removed', buffer1Content.join(''));
    add('added', buffer2Content.join(''));
    at = buffer2[0] + buffer2[1];
  }
  add('same', next.slice(at).join(''));
  return pieces;
}

type Blocks = { texts: string[]; lines: number[] };

/** Splits a text into lines of front matter and trimmed paragraphs, each with its first line. */
function splitBlocks(text: string): Blocks {
  const { head, body } = splitFrontMatter(text);
  const raw = [...head.split(/(?<=\n)/), ...body.split(/(?<=\n[ \t]*\r?\n)(?![ \t]*\r?\n)/)];
  const blocks: Blocks = { texts: [], lines: [] };
  let line = 1;
  for (const block of raw) {
    const [space = ''] = /^\s*\n/.exec(block) ?? [];
    const shown = block.slice(space.length).trimEnd();
    if (shown !== '') {
      blocks.texts.push(shown);
      blocks.lines.push(line + countBreaks(space));
    }
    line += countBreaks(block);
  }
  return blocks;
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
