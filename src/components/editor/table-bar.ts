import { StateField, type Extension, type Text, type Transaction } from '@codemirror/state';
import { showPanel, type Panel } from '@codemirror/view';
import { tableTexts } from '#lib/i18n/en/editor.ts';
import { button, element } from './elements.ts';
import { findTable } from './table-text.ts';

/** A bar below the text while the cursor is in a table, with a button that opens its cells. */
export function tableBar(editTable: () => void): Extension {
  const createBar = (): Panel => ({
    dom: element('div', { class: 'cm-bar' }, button(tableTexts.edit, editTable)),
  });
  return StateField.define<boolean>({
    create: ({ doc, selection }) => isInTable(doc, selection.main.head),
    update: (isIn, transaction) =>
      movesLine(transaction) ? isInTable(transaction.newDoc, transaction.newSelection.main.head) : isIn,
    provide: (field) => showPanel.from(field, (isIn) => (isIn ? createBar : null)),
  });
}

/** Whether the cursor is in another line, or the lines are others: typing in a line reads no text. */
function movesLine({ startState, newDoc, newSelection }: Transaction): boolean {
  const line = startState.doc.lineAt(startState.selection.main.head).number;
  return newDoc.lines !== startState.doc.lines || newDoc.lineAt(newSelection.main.head).number !== line;
}

function isInTable(doc: Text, position: number): boolean {
  return hasDelimiterRow(doc, position) && findTable(doc.toString(), position) !== undefined;
}

/** Whether a line around the position can be the delimiter row of a table: finding one reads the whole text. */
function hasDelimiterRow(doc: Text, position: number): boolean {
  const { number } = doc.lineAt(position);
  for (let at = Math.min(number + 1, doc.lines); at > 0; at -= 1) {
    const line = doc.line(at).text;
    if (/^[-\s>|:]*$/.test(line) && line.includes('-')) return true;
    if (at <= number && line.trim() === '') return false;
  }
  return false;
}
