import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml';
import { foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Facet } from '@codemirror/state';
import { EditorView, keymap, highlightActiveLine, drawSelection, type KeyBinding } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { EditorProblem } from '#lib/editing/editor-types.ts';
import { foldedDetails } from './folded-details.ts';

type CodeViewOptions = {
  parent: HTMLElement;
  text: string;
  label: string;
  isReadOnly: boolean;
  isYaml: boolean;
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
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        closeBrackets(),
        autocompletion({ override: [] }),
        search({ top: true }),
        lintGutter(),
        EditorView.lineWrapping,
        ...(isYaml ? [] : [foldedDetails()]),
        isYaml ? yaml() : yamlFrontmatter({ content: markdown({ base: markdownLanguage }) }),
        syntaxHighlighting(highlighting),
        theme,
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

const highlighting = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700', color: 'var(--ink)' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.meta, tags.comment, tags.processingInstruction], color: 'var(--muted)' },
  { tag: [tags.tagName, tags.attributeName], color: 'var(--accent)' },
  { tag: tags.monospace, fontFamily: 'var(--mono)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '16px', color: 'var(--ink)', backgroundColor: 'var(--raised)' },
  '&.cm-focused': { outline: 'none' },
  // CodeMirror sets `cm-focused` only some time after the element gets the focus.
  '&:has(> .cm-scroller > .cm-content:focus)': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-details': {
    display: 'inline-block',
    padding: '4px 12px',
    font: '15px var(--sans)',
    textAlign: 'start',
    color: 'var(--muted)',
    backgroundColor: 'var(--tint)',
    border: '0',
    cursor: 'pointer',
  },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--muted)' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
  },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', padding: '6px 10px' },
  '.cm-panel input, .cm-panel button': { font: 'inherit' },
  // CodeMirror draws these with `data:` images, which the content security policy blocks.
  '.cm-lintRange-error, .cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--muted) 1px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--fault)' },
  '.cm-lint-marker': { width: '0.7em', height: '0.7em', marginTop: '0.45em', borderRadius: '50%' },
  '.cm-lint-marker-error': { content: 'normal', backgroundColor: 'var(--fault)' },
  '.cm-lint-marker-warning': { content: 'normal', border: '2px solid var(--fault)' },
});
