import { insertedNotes } from '#lib/i18n/en/editor.ts';
import { EditorSelection, type ChangeSpec, type EditorState, type TransactionSpec } from '@codemirror/state';

/** Changes to the text by toolbar buttons and keyboard shortcuts. */

/** Adds or removes marks around the selection, or around the word at the cursor. */
export function toggleMark(state: EditorState, mark: string): TransactionSpec {
  return state.changeByRange((range) => {
    const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range;
    const length = mark.length;
    const isMarked = state.sliceDoc(from - length, from) === mark && state.sliceDoc(to, to + length) === mark;
    if (isMarked) {
      const changes = [
        { from: from - length, to: from },
        { from: to, to: to + length },
      ];
      return { changes, range: EditorSelection.range(from - length, to - length) };
    }
    const changes = [
      { from, insert: mark },
      { from: to, insert: mark },
    ];
    return { changes, range: EditorSelection.range(from + length, to + length) };
  });
}

/** Changes the selected lines from paragraphs or list items to headings of level 2, then level 3, then paragraphs. */
export function cycleHeading(state: EditorState): TransactionSpec {
  return changeLineMarks(state, (mark) => ({ '##': '### ', '###': '' })[mark] ?? '## ');
}

/** Turns the selected lines into a list, or back into paragraphs. */
export function toggleList(state: EditorState, kind: 'bullets' | 'numbers'): TransactionSpec {
  const pattern = kind === 'bullets' ? /^- / : /^\d+\. /;
  const lines = linesOf(state);
  const isList = lines.every(({ text }) => pattern.test(text));
  return changeLineMarks(state, (_mark, index) => {
    if (isList) return '';
    return kind === 'bullets' ? '- ' : `${index + 1}. `;
  });
}

/** Replaces the marks of headings and list items at the start of the selected lines. The cursor goes after the new mark. */
function changeLineMarks(state: EditorState, next: (mark: string, index: number) => string): TransactionSpec {
  const changes = state.changes(
    linesOf(state).map(({ from, text }, index): ChangeSpec => {
      const [old] = /^(?:(?:- |\d+\. )?#+ +|#+$|- |\d+\. )?/.exec(text) ?? [''];
      return { from, to: from + old.length, insert: next(old.trim(), index) };
    }),
  );
  return { changes, selection: state.selection.map(changes, 1) };
}

type NewLink = {
  address: string;
  title: string;
  /** Whether it gets a paragraph of its own at the end of a line, unless a space there shows that it is in a sentence. */
  isParagraph?: boolean;
};

/** Turns the selection into a link. Without a selection, the title becomes the text of the link. */
export function insertLink(
  state: EditorState,
  { address, title, isParagraph = false }: NewLink,
): TransactionSpec {
  const { from, to, empty } = state.selection.main;
  const text = empty ? title : state.sliceDoc(from, to);
  const link = `[${text.replaceAll(/[[\]]/g, String.raw`\$&`)}](${address})`;
  const line = state.doc.lineAt(from);
  // A tag alone on its line is a block, in which text would be invalid.
  const isBelow = isParagraph ? !/\s$/.test(line.text) : /^<[^<]+>$/.test(line.text);
  if (from === line.to && isBelow) return insertBlock(state, link);
  return {
    changes: { from, to, insert: link },
    selection: { anchor: from + link.length },
    scrollIntoView: true,
  };
}

/** Inserts a block, such as a table or a component, with an empty line above and below. */
export function insertBlock(state: EditorState, block: string): TransactionSpec {
  return insertBlockAt(state, state.selection.main.to, block);
}

/** Inserts a block below the line at a position, or in its place if the line is empty. */
export function insertBlockAt(state: EditorState, position: number, block: string): TransactionSpec {
  const line = state.doc.lineAt(position);
  const isEmpty = line.text.trim() === '';
  const at = isEmpty ? line.from : line.to;
  const before = lineEndsBefore(state.sliceDoc(Math.max(0, at - 2), at));
  const after = lineEndsAfter(state.sliceDoc(line.to, line.to + 2));
  return {
    changes: { from: at, to: isEmpty ? line.to : at, insert: before + block + after },
    selection: { anchor: at + before.length + block.length },
    scrollIntoView: true,
  };
}

/**
 * The change that puts blocks in place of the selection, with empty lines around them.
 * @returns `before` is the length of the line ends before the blocks
 */
export function insertBlocks(state: EditorState, blocks: string) {
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const startsLine = state.sliceDoc(first.from, from).trim() === '';
  const endsLine = state.sliceDoc(to, last.to).trim() === '';
  const start = startsLine ? first.from : from;
  const end = endsLine ? last.to : to;
  const before = startsLine ? lineEndsBefore(state.sliceDoc(Math.max(0, start - 2), start)) : '\n\n';
  const after = endsLine ? lineEndsAfter(state.sliceDoc(end, end + 2)) : '\n\n';
  return { from: start, to: end, insert: before + blocks + after, before: before.length };
}

function lineEndsBefore(above: string): string {
  return above === '' || above === '\n\n' ? '' : above.endsWith('\n') ? '\n' : '\n\n';
}

function lineEndsAfter(below: string): string {
  return below === '\n\n' ? '' : '\n';
}

/** A table to fill in. */
export const emptyTable = [insertedNotes.heading, '---', insertedNotes.cell, insertedNotes.cell]
  .map((text) => `| ${text} | ${text} |`)
  .join('\n');

/** The values of a component's attributes, as entered in its form. */
type Attributes = Readonly<Record<string, string>>;

/** Writes a component with its attributes in MDX. */
export function writeComponent(name: string, attributes: Attributes, content: string | undefined): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value.trim() !== '')
    .map(([attribute, value]) => ` ${attribute}="${value.trim().replaceAll('"', '&quot;')}"`)
    .join('');
  return content === undefined ? `<${name}${written} />` : `<${name}${written}>\n\n${content}\n\n</${name}>`;
}

function linesOf(state: EditorState) {
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index)).filter(
    ({ text }) => first === last || text.trim() !== '',
  );
}
