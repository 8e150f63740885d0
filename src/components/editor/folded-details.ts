import { codeFolding, foldedRanges, foldEffect, unfoldEffect } from '@codemirror/language';
import {
  EditorSelection,
  EditorState,
  StateEffect,
  StateField,
  Transaction,
  type ChangeSpec,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, showPanel } from '@codemirror/view';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { labelOf } from '#lib/editing/front-matter/field-label.ts';
import { replacedInText } from '#lib/i18n/en/editor.ts';
import { element } from './elements.ts';

/**
 * Folds the front matter into one line, because the tab "Details" has a form for it. While it is folded, typing,
 * deleting and selecting everything affect only the text below.
 */
export function foldedDetails(): Extension {
  return [
    noteField,
    codeFolding({ placeholderDOM: (_view, open) => createPlaceholder(open) }),
    EditorState.transactionFilter.of((transaction) => {
      const start = startOfText(transaction.startState);
      if (start === undefined) return transaction;
      if (isTyped(transaction) && changesBefore(transaction, start)) {
        return transaction.isUserEvent('input.replace.all') ? replaceBelow(transaction, start) : [];
      }
      const { selection } = transaction;
      if (!selection || transaction.docChanged || !isSelected(transaction)) return transaction;
      const ranges = selection.ranges.map(({ anchor, head }) =>
        EditorSelection.range(Math.max(anchor, start), Math.max(head, start)),
      );
      return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex) }];
    }),
  ];
}

function createPlaceholder(open: (event: Event) => void): HTMLElement {
  const line = document.createElement('span');
  line.className = 'cm-details';
  line.textContent = 'Title, dates and other details are in the tab “Details”. Click to see them as text.';
  line.addEventListener('click', open);
  return line;
}

/** Whether the change is typed. Changes from the form and from fixes have the plain event `input`. */
function isTyped(transaction: Transaction): boolean {
  return /^(?:input\.|delete|move)/.test(transaction.annotation(Transaction.userEvent) ?? '');
}

function isSelected(transaction: Transaction): boolean {
  return transaction.isUserEvent('select') && !transaction.isUserEvent('select.search');
}

function changesBefore({ changes }: Transaction, start: number): boolean {
  let isBefore = false;
  changes.iterChangedRanges((from) => (isBefore ||= from < start));
  return isBefore;
}

/** Replaces the matches in the text, and names the folded details that have the words too, as they are out of sight. */
function replaceBelow({ changes, startState }: Transaction, start: number): TransactionSpec {
  const below: ChangeSpec[] = [];
  const left = new Set<string>();
  changes.iterChanges((from, to, _from, _to, insert) => {
    if (from >= start) below.push({ from, to, insert });
    else left.add(detailAt(startState.sliceDoc(0, from)));
  });
  const note = replacedInText({ count: below.length, details: [...left] });
  return {
    changes: below,
    effects: [setNote.of(note), EditorView.announce.of(note)],
    userEvent: 'input.replace.all',
  };
}

/** The label of the detail that the end of a text is in. */
function detailAt(before: string): string {
  const [, name = ''] = [...before.matchAll(/^(\w+):/gm)].at(-1) ?? [];
  return labelOf(name);
}

const setNote = StateEffect.define<string>();

/** What was not replaced, in a bar below the text until the next change. */
const noteField = StateField.define<string | undefined>({
  create: () => undefined,
  update(note, { effects, docChanged }) {
    for (const effect of effects) if (effect.is(setNote)) return effect.value;
    return docChanged ? undefined : note;
  },
  provide: (field) =>
    showPanel.from(field, (note) =>
      note === undefined ? null : () => ({ dom: element('div', { class: 'cm-bar' }, note) }),
    ),
});

export function noteOf(state: EditorState): string | undefined {
  return state.field(noteField);
}

/** Where the text below the closed front matter starts; undefined if the front matter is open. */
function startOfText(state: EditorState): number | undefined {
  const { value, from, to } = foldedRanges(state).iter();
  return value && from === 0 ? to + 1 : undefined;
}

/** Closes the front matter, and puts the cursor below it. */
export function foldDetails(view: EditorView): void {
  const { head } = splitFrontMatter(view.state.doc.toString());
  if (!head.endsWith('\n')) return;
  view.dispatch({
    effects: foldEffect.of({ from: 0, to: head.length - 1 }),
    selection: { anchor: head.length },
  });
}

/** Opens the front matter if a position is in it. */
export function openDetailsAt(view: EditorView, position: number): void {
  const start = startOfText(view.state);
  if (start === undefined || position >= start) return;
  view.dispatch({ effects: unfoldEffect.of({ from: 0, to: start - 1 }) });
}
