import { pageCollections } from '#lib/content/collections.ts';

/** The parts of the site as maps for machines list them, and the folder where a part's own files lie. */
export const sections = pageCollections.map(({ kind, labels, base, ...definition }) => ({
  type: kind,
  ...('mapSection' in definition ? definition.mapSection : { title: labels.plural, folder: base }),
}));

/** Readers take in about this many characters of a text at once; no file for them is longer. */
export const mostCharacters = 50_000;

/** A list item that leads to an address, with a note where there is one. */
export function linkLine(title: string, url: string, note = ''): string {
  const name = oneLine(title).replaceAll(/[[\]\\]/g, '\\$&');
  return `- [${name}](${url})${note === '' ? '' : `: ${oneLine(note)}`}`;
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Splits in order into groups whose sizes add up to at most `most`; what is larger stands alone. */
export function groupBySize<Item>(
  items: readonly Item[],
  { sizeOf, most }: { sizeOf: (item: Item) => number; most: number },
): Item[][] {
  const groups: Item[][] = [];
  let size = Infinity;
  for (const item of items) {
    if (size + sizeOf(item) > most) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(item);
    size += sizeOf(item);
  }
  return groups;
}

/** `/handbook/llms.txt` for the first of its kind, `/handbook/llms-2.txt` for the second. */
export function numbered(folder: string, name: string, index: number): string {
  return `${folder}/${name}${index === 0 ? '' : `-${index + 1}`}.txt`;
}
