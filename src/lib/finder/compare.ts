/** How many entries fit side by side. */
export const mostCompared = 3;

export type Line = { text: string; path?: string };
/** A row of a comparison, with one cell for each compared entry. */
export type Row = { title: string; cells: readonly (readonly Line[])[] };

/** What a comparison shows of an entry outside its rows. */
export type ComparedEntry = {
  id: string;
  title: string;
  path: string;
  /** The address to register or apply; undefined if that is not possible now. */
  act: string | undefined;
};

/** Entries to choose from. */
export type ChoiceGroup = { title?: string; options: readonly { id: string; title: string }[] };

export type Compared<Entry> = {
  /** The first three known entries. */
  chosen: Entry[];
  areTooMany: boolean;
  /** At most three ids that name no entry. */
  unknown: string[];
};

type Options<Entry> = {
  /** The parameter with the ids, such as `code`. It may be repeated, and a value may have several ids. */
  parameter: string;
  /** Ids are compared in this form. */
  normalise: (id: string) => string;
  find: (id: string) => Entry | undefined;
};

/** Reads `code=SOIL201&code=HYD101` or `code=SOIL201,HYD101`. */
export function readCompared<Entry>(
  parameters: URLSearchParams,
  { parameter, normalise, find }: Options<Entry>,
): Compared<Entry> {
  const values = parameters.getAll(parameter).flatMap((value) => value.slice(0, 200).split(','));
  const ids = new Set(values.map((id) => normalise(id.trim())).filter(Boolean));
  const known = [...ids].flatMap((id) => find(id) ?? []);
  return {
    chosen: known.slice(0, mostCompared),
    areTooMany: known.length > mostCompared,
    unknown: [...ids].filter((id) => find(id) === undefined).slice(0, mostCompared),
  };
}

/** Returns a function that makes a row from its title and the lines of each entry. */
export function rowsOf<Entry>(entries: readonly Entry[]) {
  return (title: string, linesOf: (entry: Entry) => readonly Line[]): Row => ({
    title,
    cells: entries.map(linesOf),
  });
}

export function toLines(texts: readonly string[]): Line[] {
  return texts.map((text) => ({ text }));
}
