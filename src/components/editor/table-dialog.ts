import type { EditorView } from '@codemirror/view';
import { tableTexts } from '#lib/i18n/en/editor.ts';
import { find, findAs } from './elements.ts';
import { createTableCells } from './table-cells.ts';
import { fillCells, sizeOfFilled } from './table-grid.ts';
import { goOn } from './table-keys.ts';
import { readPastedCells } from './table-paste.ts';
import { asOneStep, openTable, placeTable } from './table-source.ts';
import { changeTableState, createTableSteps, withoutOfferedRow, type TableAction } from './table-state.ts';
import { widest, writeTable } from './table-text.ts';

type TableOptions = {
  view: EditorView;
  /** Origins of the site, whose links become paths. */
  origins: readonly string[];
  isReadOnly: boolean;
};

/** More than any page needs; each cell is a field. */
const mostCells = 5000;

/** The dialog that edits the cells of the table at the cursor, or of a new one. */
export function connectTables({ view, origins, isReadOnly }: TableOptions) {
  const dialog = findAs(HTMLDialogElement, '#table-dialog');
  const frame = find('.editor-table-cells', dialog);
  const problem = find('[role="alert"]', dialog);
  const tools = [...dialog.querySelectorAll<HTMLButtonElement>('[data-table]')];
  const buttonOf = (name: string) => findAs(HTMLButtonElement, `[data-do="${name}"]`, dialog);
  let opened = openTable(view.state);
  let steps = createTableSteps(opened);
  let isDone = true;

  const cells = createTableCells({
    frame,
    onMove(place) {
      steps.move(place);
      update();
    },
    onType(text) {
      steps.type(text);
      const { grid, place } = steps.state();
      if (place.row === 0) cells.nameAll(grid);
      update();
    },
    onPaste: paste,
  });

  const isInCells = () => frame.contains(document.activeElement);
  const focusCell = () => cells.focus(steps.state().place);

  /** Shows the table anew. The focus stays on a button that was used, as long as it can be used again. */
  function show(isCellFocused = isInCells()): void {
    const { grid, place } = steps.state();
    cells.show(steps.state());
    update();
    const { row, column } = place;
    const size = { rows: grid.rows.length, columns: grid.aligns.length };
    find('[role="status"]', dialog).textContent = tableTexts.place({ row, column, ...size });
    if (isCellFocused || document.activeElement?.matches(':disabled')) focusCell();
  }

  function update(): void {
    // Going to a cell or changing it continues editing.
    ask(undefined);
    buttonOf('undo').disabled = !steps.canUndo();
    for (const tool of tools) tool.disabled = !changeTableState(steps.state(), actionOf(tool));
  }

  function act(action: TableAction): void {
    const changed = changeTableState(steps.state(), action);
    if (!changed) return;
    steps.change(changed);
    const isAdded = /above|below|before|after/.test(action);
    show(isAdded);
  }

  function undo(): void {
    steps.undo();
    show();
  }

  function paste(data: DataTransfer): boolean {
    const html = data.types.includes('vscode-editor-data') ? '' : data.getData('text/html');
    const pasted = readPastedCells({ html, plain: data.getData('text/plain') }, origins);
    const { grid, place } = steps.state();
    const [[only = ''] = [], ...others] = pasted;
    const { rows, columns } = sizeOfFilled(grid, place, pasted);
    if (others.length === 0 && widest(pasted) < 2) {
      // A picture has no text: without this check, it would replace the selected one.
      if (only !== '') cells.insert(place, only);
    } else if (rows * columns > mostCells) {
      problem.textContent = tableTexts.tooLarge({ cells: rows * columns, most: mostCells });
    } else {
      steps.change({ grid: fillCells(grid, place, pasted), place });
      show();
    }
    return true;
  }

  function press(event: KeyboardEvent): void {
    const { key, altKey, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const runs: Record<string, (() => void) | false | undefined> = {
      Escape: cancel,
      F10: altKey && moveToTools,
      Enter: isCommand ? save : isInCells() && !altKey && (() => step(event)),
      Tab: key === 'Tab' && !isCommand && !altKey && isInCells() && next(event) && (() => step(event)),
      s: isCommand && !shiftKey && save,
      z: isCommand && !shiftKey && undo,
    };
    const run = Object.hasOwn(runs, key) && runs[key];
    if (!run || event.isComposing) return;
    event.preventDefault();
    run();
  }

  const next = (event: KeyboardEvent) => goOn(steps.state(), event);

  function step(event: KeyboardEvent): void {
    const state = next(event);
    if (!state) return;
    if (state.grid !== steps.state().grid) {
      steps.change(state);
      show();
    }
    cells.focus(state.place);
  }

  function moveToTools(): void {
    if (isInCells()) tools.find((tool) => !tool.disabled)?.focus();
    else focusCell();
  }

  function save(): void {
    const change = placeTable(view.state, opened, withoutOfferedRow(steps.state()));
    if (change === undefined) {
      ask(tableTexts.changed);
      return;
    }
    close();
    if (change) view.dispatch(view.state.update(change, asOneStep));
  }

  function cancel(): void {
    if (isAsking()) goBack();
    else if (steps.isChanged()) ask(tableTexts.unsaved);
    else close();
  }

  const isAsking = () => !find('.editor-table-question', dialog).hidden;

  function ask(text: string | undefined): void {
    find('.editor-table-question', dialog).hidden = text === undefined;
    find('.editor-table-end', dialog).hidden = text !== undefined;
    problem.textContent = text ?? '';
    if (text !== undefined) buttonOf('goOn').focus();
  }

  function goBack(): void {
    update();
    focusCell();
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(writeTable(withoutOfferedRow(steps.state())));
      problem.textContent = tableTexts.copied;
    } catch {
      problem.textContent = tableTexts.notCopied;
    }
  }

  function close(): void {
    isDone = true;
    dialog.close();
  }

  for (const tool of tools) tool.addEventListener('click', () => act(actionOf(tool)));
  const runs = { save, undo, cancel, goOn: goBack, copy: () => void copy(), discard: close };
  for (const [name, run] of Object.entries(runs)) buttonOf(name).addEventListener('click', run);
  dialog.addEventListener('keydown', press);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    cancel();
  });
  dialog.addEventListener('close', () => {
    if (isDone || !steps.isChanged()) {
      view.focus();
      return;
    }
    // Browsers close a dialog whose `cancel` event was prevented once before.
    dialog.showModal();
    ask(tableTexts.unsaved);
  });
  window.addEventListener('beforeunload', (event) => {
    if (dialog.open && steps.isChanged()) event.preventDefault();
  });
  return {
    open() {
      if (isReadOnly) return;
      opened = openTable(view.state);
      steps = createTableSteps(opened);
      isDone = false;
      find('h2', dialog).textContent = opened.old ? tableTexts.edit : tableTexts.insert;
      dialog.showModal();
      show(true);
    },
  };
}

const actionOf = (tool: HTMLElement) => tool.dataset['table'] as TableAction;
