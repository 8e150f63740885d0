import type { EditorState, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { parseText } from '#lib/importing/html-tree.ts';
import { convertPasted, writePlain, type PastedText } from '#lib/importing/pasted/convert-pasted.ts';
import { readBlocks } from '#lib/publishing/twin/content-flow.ts';
import { insertBlocks } from './commands.ts';
import { levelAt } from './heading-level.ts';
import { offerPlainText } from './pasted-bar.ts';
import { readPictures, type ReadablePicture } from './pasted-pictures.ts';
import { treeUpTo } from './tree-up-to.ts';

type PasteOptions = {
  view: EditorView;
  /** Origins of the site, whose links become paths. */
  origins: readonly string[];
  isReadOnly: boolean;
  /** Asks for the descriptions of the pictures, and inserts them. `at` is a position in the text. */
  placePictures: (pictures: readonly ReadablePicture[]) => void;
  /** Takes a clipboard with a picture. @returns false if it has none */
  takePicture: (data: DataTransfer) => boolean;
};

/** Pastes formatted text as Markdown, and pictures with their descriptions. */
export function connectPaste({ view, origins, isReadOnly, placePictures, takePicture }: PasteOptions): void {
  view.dom.addEventListener(
    'paste',
    (event) => {
      const data = event.clipboardData;
      if (!data || isReadOnly || event.target instanceof HTMLInputElement) return;
      // CodeMirror pastes plain text by itself.
      if (!paste(data)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );

  function paste(data: DataTransfer): boolean {
    const pasted = readPasted(data, view.state, origins);
    // Spreadsheets also put a picture of the cells into the clipboard; a copied picture comes with its tag.
    if (!pasted || pasted.text === '') return takePicture(data) || insert(data, pasted);
    return insert(data, pasted);
  }

  function insert(data: DataTransfer, pasted: PastedText | undefined): boolean {
    if (!pasted) return false;
    const { spec, from } = placePasted(view.state, pasted, data.getData('text/plain'));
    view.dispatch(spec);
    const rtf = data.getData('text/rtf');
    const placed = pasted.pictures.map((picture) => ({ ...picture, at: from + picture.at }));
    if (placed.length > 0) void readPictures(placed, rtf).then(placePictures);
    return true;
  }
}

/** Undefined if the clipboard has no formatted text, or the text at the cursor cannot be formatted. */
function readPasted(
  data: DataTransfer,
  state: EditorState,
  origins: readonly string[],
): PastedText | undefined {
  const html = data.getData('text/html');
  if (html === '' || data.types.includes('vscode-editor-data') || !canBeFormatted(state)) return undefined;
  try {
    const options = { readBlocks, headingLevel: levelAt(state) + 1, firstNote: nextNote(state), origins };
    return convertPasted(parseText(html), options);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function canBeFormatted(state: EditorState): boolean {
  const { from } = state.selection.main;
  for (let node = treeUpTo(state, from).resolveInner(from, 1); ;) {
    if (/^(?:FencedCode|CodeBlock|InlineCode|Frontmatter|DashLine|Table|Stream|HTMLTag)$/.test(node.name))
      return false;
    if (!node.parent) return true;
    node = node.parent;
  }
}

function nextNote(state: EditorState): number {
  const numbers = [...state.doc.toString().matchAll(/\[\^(\d{1,4})\]/g)].map(([, number]) => Number(number));
  return Math.max(0, ...numbers) + 1;
}

/** The change that inserts a pasted text, with the bar that offers it as plain text. */
function placePasted(
  state: EditorState,
  { text, isInline }: PastedText,
  plain: string,
): { spec: TransactionSpec; from: number } {
  const { from, to } = state.selection.main;
  const formatted = isInline ? { from, to, insert: text, before: 0 } : insertBlocks(state, text);
  const plainText = writePlain(plain);
  const start = formatted.from + formatted.before;
  const effects =
    plainText !== '' && plainText !== text
      ? [offerPlainText({ from: start, to: start + text.length, plain: plainText })]
      : [];
  return {
    spec: {
      changes: { from: formatted.from, to: formatted.to, insert: formatted.insert },
      selection: { anchor: start + text.length },
      effects,
      userEvent: 'input.paste',
      scrollIntoView: true,
    },
    from: start,
  };
}
