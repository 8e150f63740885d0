import { diffIndices } from 'node-diff3';
import { splitFrontMatter } from '#lib/content/front-matter.ts';

/** A piece of a text that is in both versions, or in one of them. */
export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** A paragraph or line of the new version, or one that is gone. */
export type DiffBlock = {
  kind: 'same' | 'removed' | 'added' | 'changed';
  pieces: Piece[];
  /** Its first line in the new version, from 1; null if it is gone. */
  line: number | null;
};

/** More words than a paragraph has: then the whole paragraph is shown as changed. */
const maxWords = 2_000;

/** Compares two texts by paragraphs, lines of front matter, and words within those that changed. */
export function diffTexts(before: string, after: string): DiffBlock[] {
  const { texts: old } = splitBlocks(before);
  const { texts: next, lines } = splitBlocks(after);
  const blocks: DiffBlock[] = [];
  let at = 0;
  const take = (to: number) => {
    for (; at < to; at += 1) blocks.push(sameBlock(next[at] ?? '', lines[at] ?? 1));
  };
  for (const { buffer1Content: gone, buffer2Content: come, buffer2 } of diffIndices(old, next)) {
    take(buffer2[0]);
    blocks.push(...diffBlocks(gone, come, lines.slice(at, at + come.length)));
    at += come.length;
  }
  take(next.length);
  return blocks;
}

/** Leaves out unchanged blocks that are not next to a change. Each gap is one block without pieces. */
export function withoutUnchanged(blocks: readonly DiffBlock[], context = 1): DiffBlock[] {
  const isShown = blocks.map((_, index) =>
    blocks.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same'),
  );
  return blocks.flatMap((block, index) => {
    if (isShown[index]) return [block];
    return index > 0 && !isShown[index - 1] ? [] : [{ kind: 'same' as const, pieces: [], line: block.line }];
  });
}

function sameBlock(text: string, line: number): DiffBlock {
  return { kind: 'same', pieces: [{ kind: 'same', text }], line };
}

/** Removed and added blocks at one place: pairs are compared by words. */
function diffBlocks(gone: readonly string[], come: readonly string[], lines: readonly number[]): DiffBlock[] {
  const count = Math.max(gone.length, come.length);
  return Array.from({ length: count }, (_, index): DiffBlock => {
    const [old, next] = [gone[index], come[index]];
    const line = lines[index] ?? null;
    if (old === undefined) return { kind: 'added', pieces: [{ kind: 'added', text: next ?? '' }], line };
    if (next === undefined) return { kind: 'removed', pieces: [{ kind: 'removed', text: old }], line };
    return { kind: 'changed', pieces: diffWords(old, next), line };
  });
}

export function diffWords(before: string, after: string): Piece[] {
  const [old, next] = [before, after].map((text) => text.split(/(?<=\s)(?=\S)/)) as [string[], string[]];
  if (Math.max(old.length, next.length) > maxWords) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    if (text !== '') pieces.push({ kind, text });
  };
  let at = 0;
  for (const { buffer1Content, buffer2Content, buffer2 } of diffIndices(old, next)) {
    add('same', next.slice(at, buffer2[0]).join(''));
    add('removed', buffer1Content.join(''));
    add('added', buffer2Content.join(''));
    at = buffer2[0] + buffer2[1];
  }
  add('same', next.slice(at).join(''));
  return pieces;
}

type Blocks = { texts: string[]; lines: number[] };

/** Lines of front matter, and paragraphs, without the white space around them. Each with its first line. */
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
