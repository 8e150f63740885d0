import { readSentences } from './number-reader.ts';
import type { Unit } from './units.ts';

/** A line, or a cell of a table with the units and rates that its column's heading and its row's first cell name. */
export type Cell = { text: string; units: Unit[]; rates: Set<string>; isBare: boolean };

/** Splits a text into lines, and the rows of tables into cells. The first row of a table is its heading. */
export function readCells(text: string): Cell[] {
  let headings: string[] = [];
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const isHeading = cells.length !== headings.length;
    if (isHeading) headings = cells;
    return cells.map((cell, column) => {
      const around = [isHeading || column === 0 ? '' : cells[0], isHeading ? '' : headings[column]];
      const row = isHeading && column > 0 ? [cells[0]] : around;
      return describe(cell, cells.length > 1 ? row.join('\n') : '');
    });
  });
}

function describe(text: string, around: string): Cell {
  const isBare = /^\d[\d.,]{0,15}$/.test(text);
  const sentences = around.trim() === '' ? [] : readSentences(around);
  const rates = new Set(sentences.flatMap((sentence) => [...sentence.rates]));
  return { text, rates, isBare, units: isBare ? sentences.flatMap((sentence) => sentence.units) : [] };
}
