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

/** Changes the selected lines from paragraphs to headings of level 2, then level 3, then back. */
export function cycleHeading(state: EditorState): TransactionSpec {
  const changes = linesOf(state).map(({ from, text }): ChangeSpec => {
    const marks = /^#+ */.exec(text)?.[0] ?? '';
    const next = { 0: '## ', 2: '### ' }[marks.trim().length] ?? '';
    return { from, to: from + marks.length, insert: next };
  });
  return { changes };
}

/** Turns the selected lines into a list, or back into paragraphs. */
export function toggleList(state: EditorState, kind: 'bullets' | 'numbers'): TransactionSpec {
  const pattern = kind === 'bullets' ? /^- / : /^\d+\. /;
  const lines = linesOf(state);
  const isList = lines.every(({ text }) => pattern.test(text));
  const changes = lines.map(({ from, text }, index): ChangeSpec => {
    const old = /^(?:- |\d+\. )/.exec(text)?.[0].length ?? 0;
    const mark = kind === 'bullets' ? '- ' : `${index + 1}. `;
    return { from, to: from + old, insert: isList ? '' : mark };
  });
  return { changes };
}

/** Turns the selection into a link. Without a selection, the title becomes the text of the link. */
export function insertLink(
  state: EditorState,
  { address, title }: { address: string; title: string },
): TransactionSpec {
  const { from, to, empty } = state.selection.main;
  const text = empty ? title : state.sliceDoc(from, to);
  const link = `[${text.replaceAll(/[[\]]/g, String.raw`\$&`)}](${address})`;
  return {
    changes: { from, to, insert: link },
    selection: { anchor: from + link.length },
    scrollIntoView: true,
  };
}

/** Inserts a block, such as a table or a component, with an empty line above and below. */
export function insertBlock(state: EditorState, block: string): TransactionSpec {
  const line = state.doc.lineAt(state.selection.main.to);
  const at = line.text.trim() === '' ? line.from : line.to;
  const above = state.sliceDoc(0, at);
  const below = state.sliceDoc(line.to);
  const before = above === '' || above.endsWith('\n\n') ? '' : above.endsWith('\n') ? '\n' : '\n\n';
  const after = below === '' ? '\n' : below.startsWith('\n\n') ? '' : '\n';
  return {
    changes: { from: at, to: line.text.trim() === '' ? line.to : at, insert: before + block + after },
    selection: { anchor: at + before.length + block.length },
    scrollIntoView: true,
  };
}

/** A table to fill in. */
export const emptyTable = '| Heading | Heading |\n| --- | --- |\n| Cell | Cell |\n| Cell | Cell |';

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
