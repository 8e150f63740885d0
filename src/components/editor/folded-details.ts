import { codeFolding, foldedRanges, foldEffect, unfoldEffect } from '@codemirror/language';
import {
  EditorSelection,
  EditorState,
  Transaction,
  type ChangeSpec,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { replacedInText } from '#lib/i18n/en/editor.ts';

/**
 * Folds the front matter into one line, because the tab "Details" has a form for it. While it is folded, typing,
 * deleting and selecting everything affect only the text below.
 */
export function foldedDetails(): Extension {
  return [
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

/** Replaces the matches in the text, and opens the details, so that editors see the matches that are left there. */
function replaceBelow({ changes }: Transaction, start: number): TransactionSpec {
  const below: ChangeSpec[] = [];
  changes.iterChanges((from, to, _from, _to, insert) => {
    if (from >= start) below.push({ from, to, insert });
  });
  return {
    changes: below,
    effects: [
      unfoldEffect.of({ from: 0, to: start - 1 }),
      EditorView.announce.of(replacedInText({ count: below.length })),
    ],
    userEvent: 'input.replace.all',
  };
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
