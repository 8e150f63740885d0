/** Whether each bench runs only to see that it still runs (`BENCH_SIZE=smallest`). Its figures mean nothing then. */
export const isSmallest = process.env['BENCH_SIZE'] === 'smallest';

/** How much a bench measures, and how much in its smallest form. */
export function sized<Size>(usual: Size, smallest: Size): Size {
  return isSmallest ? smallest : usual;
}

/** All items, or the first few in the smallest form. */
export function sizedList<Item>(items: readonly Item[]): Item[] {
  return items.slice(0, sized(items.length, 3));
}
