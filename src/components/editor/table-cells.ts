import { tableTexts } from '#lib/i18n/en/editor.ts';
import { element } from './elements.ts';
import type { TableState } from './table-state.ts';
import type { CellPlace, Grid } from './table-text.ts';

type CellsOptions = {
  /** Shows the cells, and scrolls. */
  frame: HTMLElement;
  onMove: (place: CellPlace) => void;
  onType: (text: string) => void;
  /** Takes a clipboard. @returns false if the browser pastes it */
  onPaste: (data: DataTransfer) => boolean;
};

/** Shows a table with a field for each cell. */
export function createTableCells({ frame, onMove, onType, onPaste }: CellsOptions) {
  const table = element('table');
  frame.replaceChildren(table);

  const areaAt = ({ row, column }: CellPlace) => table.rows[row]?.cells[column]?.querySelector('textarea');

  function show({ grid, place }: TableState): void {
    const rows = grid.rows.map((cells, row) => {
      const shown = cells.map((text) => {
        const area = element('textarea', { rows: '1', dir: 'auto', enterkeyhint: 'next' });
        area.value = text;
        return row === 0 ? element('th', { scope: 'col' }, area) : element('td', {}, area);
      });
      return element('tr', {}, ...shown);
    });
    table.replaceChildren(element('thead', {}, ...rows.slice(0, 1)), element('tbody', {}, ...rows.slice(1)));
    nameAll(grid);
    mark(place);
  }

  function nameAll({ rows: [header = [], ...others] }: Grid): void {
    for (const [row, cells] of [header, ...others].entries()) {
      for (const column of cells.keys()) {
        const label = tableTexts.cell({ heading: header[column] ?? '', row, column });
        areaAt({ row, column })?.setAttribute('aria-label', label);
      }
    }
  }

  function mark({ row, column }: CellPlace): void {
    table.querySelector('.is-current')?.classList.remove('is-current');
    table.rows[row]?.cells[column]?.classList.add('is-current');
  }

  function goTo(target: EventTarget | null): void {
    const place = placeOf(target);
    if (!place) return;
    mark(place);
    onMove(place);
  }

  frame.addEventListener('focusin', ({ target }) => goTo(target));
  frame.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLTextAreaElement)) return;
    // Text that is dragged to another cell changes two, and only one has the focus.
    goTo(target);
    onType(target.value);
  });
  frame.addEventListener('paste', (event) => {
    if (event.clipboardData && onPaste(event.clipboardData)) event.preventDefault();
  });
  return {
    show,
    nameAll,
    /** Goes to a cell, whose text is then replaced by what is typed. */
    focus(place: CellPlace): void {
      const area = areaAt(place);
      area?.focus();
      area?.select();
      // Focus leaves a cell that is cut off where it is.
      area?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    /** Puts text at the cursor in a cell. */
    insert(place: CellPlace, text: string): void {
      const area = areaAt(place);
      if (!area) return;
      area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
      onType(area.value);
    },
  };
}

function placeOf(target: EventTarget | null): CellPlace | undefined {
  const cell = target instanceof HTMLTextAreaElement && target.parentElement;
  const row = cell && cell.parentElement;
  if (!(cell instanceof HTMLTableCellElement && row instanceof HTMLTableRowElement)) return undefined;
  return { row: row.rowIndex, column: cell.cellIndex };
}
