import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { compareBudget, compareParts } from '#lib/editing/review/diff.ts';

type MergeInput = {
  /** The common ancestor of both versions. */
  base: string;
  mine: string;
  theirs: string;
};

/** A part of the text that both versions changed in different ways. */
type MergeConflict = {
  base: string;
  mine: string;
  theirs: string;
  /** Offsets of the conflict in the merged text, which has `theirs` and then `mine` there. */
  from: number;
  to: number;
};

export type MergedText = {
  /** The merged text. At a conflict it contains both versions, so that nothing is lost. */
  text: string;
  conflicts: MergeConflict[];
};

/** The parts of a text, each with its separator, and then the white space at the end of the text. */
type Parts = { parts: string[]; separator: string };

type Hunk = { side: 'mine' | 'theirs'; from: number; to: number; content: string[] };

/**
 * Merges two versions of a text: its front matter by line, the rest by paragraph. Runs in browsers too, so it must not
 * import Node modules.
 */
export function mergeTexts({ base, mine, theirs }: MergeInput): MergedText {
  if (base === theirs || mine === theirs) return { text: mine, conflicts: [] };
  if (base === mine) return { text: theirs, conflicts: [] };
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(splitHalves) as [Halves, Halves, Halves];
  const halves = (['head', 'body'] as const).map((half) => {
    const split = half === 'head' ? splitLines : splitParagraphs;
    return mergeParts(split(inBase[half]), split(inMine[half]), split(inTheirs[half]));
  });
  const [head, body] = halves as [MergedText, MergedText];
  const moved = body.conflicts.map((conflict) => ({
    ...conflict,
    from: conflict.from + head.text.length,
    to: conflict.to + head.text.length,
  }));
  return { text: head.text + body.text, conflicts: [...head.conflicts, ...moved] };
}

type Halves = { head: string; body: string };

/** Splits front matter and text. Blank lines between them belong to the front matter. */
function splitHalves(text: string): Halves {
  const { head, body } = splitFrontMatter(text);
  const [space = ''] = /^\s*/.exec(body) ?? [];
  return { head: head + space, body: body.slice(space.length) };
}

function splitLines(text: string): Parts {
  return toParts(text, { separator: text.includes('\r\n') ? '\r\n' : '\n', end: /(?<=\n)/ });
}

function splitParagraphs(text: string): Parts {
  const separator = text.includes('\r\n') ? '\r\n\r\n' : '\n\n';
  return toParts(text, { separator, end: /(?<=\n[ \t]*\r?\n)(?![ \t]*\r?\n)/ });
}

/** Adds a separator to the last paragraph or line, so that it stays equal when another one is added after it. */
function toParts(text: string, { separator, end }: { separator: string; end: RegExp }): Parts {
  const core = text.trimEnd();
  const parts = core === '' ? [] : (core + separator).split(end);
  return { parts: [...parts, text.slice(core.length)], separator };
}

function mergeParts(base: Parts, mine: Parts, theirs: Parts): MergedText {
  const tails = [base, mine, theirs].map(({ parts }) => parts.pop() ?? '') as [string, string, string];
  const conflicts: MergeConflict[] = [];
  let text = '';
  let at = 0;
  for (const { from, to, hunks } of groupHunks(base.parts, mine.parts, theirs.parts)) {
    text += base.parts.slice(at, from).join('');
    at = to;
    const [mineText, theirText] = (['mine', 'theirs'] as const).map((side) =>
      applyHunks(base.parts, { from, to, hunks: hunks.filter((hunk) => hunk.side === side) }),
    ) as [string, string];
    const sides = new Set(hunks.map(({ side }) => side));
    if (sides.size === 2 && mineText !== theirText) {
      const place = { from: text.length, to: text.length + theirText.length + mineText.length };
      conflicts.push({
        base: base.parts.slice(from, to).join(''),
        mine: mineText,
        theirs: theirText,
        ...place,
      });
      text += theirText + mineText;
    } else text += sides.has('mine') ? mineText : theirText;
  }
  text += base.parts.slice(at).join('');
  const [baseTail, mineTail, theirTail] = tails;
  const tail = mineTail === baseTail ? theirTail : mineTail;
  const core = text.trimEnd();
  const placed = conflicts.map((conflict) => ({ ...conflict, to: Math.min(conflict.to, core.length) }));
  return { text: core + tail, conflicts: placed };
}

/** Groups hunks that overlap or insert at the same position. Adjacent hunks stay separate. */
function groupHunks(base: string[], mine: string[], theirs: string[]) {
  const hunks = [...findHunks(base, mine, 'mine'), ...findHunks(base, theirs, 'theirs')].toSorted(
    (a, b) => a.from - b.from || a.to - b.to,
  );
  const groups: { from: number; to: number; hunks: Hunk[] }[] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1);
    const isSamePlace = last?.from === last?.to && hunk.from === hunk.to && hunk.from === last?.to;
    if (last && (hunk.from < last.to || isSamePlace)) {
      last.to = Math.max(last.to, hunk.to);
      last.hunks.push(hunk);
    } else groups.push({ from: hunk.from, to: hunk.to, hunks: [hunk] });
  }
  return groups;
}

function findHunks(base: string[], changed: string[], side: Hunk['side']): Hunk[] {
  return compareParts(base, changed, compareBudget()).map(({ buffer1: [from, length], buffer2Content }) => ({
    side,
    from,
    to: from + length,
    content: buffer2Content,
  }));
}

/** The parts between two positions of the base, with the changes of one side applied. */
function applyHunks(
  base: string[],
  { from, to, hunks }: { from: number; to: number; hunks: Hunk[] },
): string {
  let at = from;
  let text = '';
  for (const hunk of hunks) {
    text += base.slice(at, hunk.from).join('') + hunk.content.join('');
    at = hunk.to;
  }
  return text + base.slice(at, to).join('');
}
