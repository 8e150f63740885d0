import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const highlighting = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700', color: 'var(--ink)' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.meta, tags.comment, tags.processingInstruction], color: 'var(--muted)' },
  { tag: [tags.tagName, tags.attributeName], color: 'var(--accent)' },
  { tag: tags.monospace, fontFamily: 'var(--mono)' },
]);

export const codeTheme = EditorView.theme({
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
  '.cm-panels': { font: '15px var(--sans)' },
  '.cm-panel :is(input, button, label)': { font: 'inherit', color: 'inherit' },
  '.cm-panel :is(input[type=checkbox])': { accentColor: 'var(--accent)' },
  '.cm-panel input:not([type=checkbox]), .cm-panel .cm-textfield': {
    minHeight: '36px',
    padding: '2px 8px',
    margin: '2px 4px 2px 0',
    backgroundColor: 'var(--ground)',
    border: '1px solid var(--muted)',
    borderRadius: '4px',
  },
  '.cm-panel button': {
    minHeight: '36px',
    padding: '2px 10px',
    margin: '2px 4px 2px 0',
    backgroundColor: 'var(--raised)',
    backgroundImage: 'none',
    border: '1px solid var(--muted)',
    borderRadius: '4px',
    cursor: 'pointer',
  },
  '.cm-panel button:hover': { borderColor: 'var(--accent)', color: 'var(--accent)' },
  '.cm-panel :is(button, input):focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-panel.cm-search': { padding: '6px 44px 6px 12px' },
  '.cm-panel.cm-search :is(input, button, label)': { verticalAlign: 'middle' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '36px',
    gap: '4px',
  },
  // Patterns are for programmers.
  '.cm-panel.cm-search label:has([name=re])': { display: 'none' },
  '.cm-panel.cm-search [name=close]': { inset: '6px 6px auto auto', minWidth: '36px', fontSize: '20px' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--accent) 18%, transparent)' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 40%, transparent)',
    outline: '1px solid var(--accent)',
  },
  '.cm-bar': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 12px',
    padding: '6px 12px',
  },
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
