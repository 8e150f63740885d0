import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml';
import { foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Facet } from '@codemirror/state';
import { EditorView, keymap, highlightActiveLine, drawSelection, type KeyBinding } from '@codemirror/view';
import type { EditorProblem } from '#lib/editing/editor-types.ts';
import { findWords } from '#lib/i18n/en/editor.ts';
import { codeTheme, highlighting } from './code-theme.ts';
import { foldedDetails } from './folded-details.ts';
import { pastedBar } from './pasted-bar.ts';
import { picturePlaces } from './place-pictures.ts';
import { tableBar } from './table-bar.ts';

type CodeViewOptions = {
  parent: HTMLElement;
  text: string;
  label: string;
  isReadOnly: boolean;
  isYaml: boolean;
  /** Opens the cells of the table at the cursor. */
  editTable: () => void;
  keys: readonly KeyBinding[];
  onChange: () => void;
  onSelection: () => void;
};

/**
 * Creates the text field in a shadow root, where CodeMirror uses constructed style sheets. Elsewhere it would add a
 * style element, which the content security policy blocks.
 */
export function createCodeView({
  parent,
  text,
  label,
  isReadOnly,
  isYaml,
  editTable,
  keys,
  onChange,
  onSelection,
}: CodeViewOptions) {
  const root = parent.attachShadow({ mode: 'open' });
  const host = document.createElement('div');
  host.style.height = '100%';
  root.append(host);
  const help = document.createElement('span');
  help.id = 'help';
  help.hidden = true;
  help.textContent = 'Press Tab to leave the text.';
  root.append(help);
  const readOnly = new Compartment();
  const view = new EditorView({
    parent: host,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        readOnly.of(EditorState.readOnly.of(isReadOnly)),
        // By default, CodeMirror would treat a single \r as a line end.
        ...(isCrlf(text) ? [crlf.of(true)] : [EditorState.lineSeparator.of('\n')]),
        EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?/g, '\n')),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        closeBrackets(),
        autocompletion({ override: [] }),
        search({ top: true }),
        EditorState.phrases.of(findWords),
        lintGutter(),
        EditorView.lineWrapping,
        ...(isYaml ? [] : [foldedDetails(), pastedBar(), picturePlaces]),
        ...(isYaml || isReadOnly ? [] : [tableBar(editTable)]),
        isYaml ? yaml() : yamlFrontmatter({ content: markdown({ base: markdownLanguage }) }),
        syntaxHighlighting(highlighting),
        codeTheme,
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-describedby': help.id,
          tabindex: '0',
          spellcheck: 'true',
          autocapitalize: 'sentences',
          autocorrect: 'on',
        }),
        keymap.of([
          ...keys,
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...foldKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange();
          if (update.selectionSet) onSelection();
        }),
      ],
    }),
  });
  return view;
}

/** Returns the text with the line ends of the file. */
export function editorText({ state }: EditorView): string {
  const text = state.sliceDoc();
  return state.facet(crlf).length > 0 ? text.replaceAll('\n', '\r\n') : text;
}

/** Whether every line of the file ends in CRLF. */
const crlf = Facet.define<boolean>();

function isCrlf(text: string): boolean {
  return /\r\n/.test(text) && !/(?<!\r)\n|\r(?!\n)/.test(text);
}

/** Marks problems in the text, at their lines. */
export function showProblems(view: EditorView, problems: readonly EditorProblem[]): void {
  const { doc } = view.state;
  const diagnostics = problems.map((problem): Diagnostic => {
    const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines));
    return {
      from: line.from,
      to: line.to,
      severity: problem.severity === 'warning' ? 'warning' : 'error',
      message: `${problem.message}: ${problem.fix}`,
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

type ReplaceOptions = {
  /** Whether quick successive changes are one undo step, as for typing in the text. */
  isTyping?: boolean;
};

/** Replaces the whole text, changing only what differs, so that the cursor stays where it is. */
export function replaceText(view: EditorView, text: string, options: ReplaceOptions = {}): void {
  const old = editorText(view);
  let from = 0;
  while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
  let end = 0;
  const most = Math.min(old.length, text.length) - from;
  while (end < most && old.at(-1 - end) === text.at(-1 - end)) end += 1;
  changeText(view, { from, to: old.length - end, insert: text.slice(from, text.length - end) }, options);
}

/** Applies a change whose positions are offsets in the file, where CRLF counts as two characters. */
export function changeText(
  view: EditorView,
  { from, to, insert }: { from: number; to: number; insert: string },
  { isTyping = false }: ReplaceOptions = {},
): void {
  if (from === to && insert === '') return;
  view.dispatch({
    changes: { from: toPosition(view, from), to: toPosition(view, to), insert },
    // Without a user event, CodeMirror joins changes into one undo step. `input.type` won't work: folded front
    // matter blocks it.
    ...(!isTyping && { userEvent: 'input' }),
  });
}

function toPosition(view: EditorView, offset: number): number {
  if (view.state.facet(crlf).length === 0) return offset;
  const before = editorText(view).slice(0, offset);
  return offset - (before.match(/\r\n/g)?.length ?? 0);
}
