import { listOr } from '#lib/i18n/format.ts';

/** Filters with several values: a course matches if it has one of the chosen values of each filter. */
export const choiceNames = ['subject', 'level', 'term', 'day', 'time', 'mode', 'credits'] as const;
export type ChoiceName = (typeof choiceNames)[number];

export const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const timeNames = ['daytime', 'evening', 'weekend'] as const;
export const sortNames = ['start', 'price', 'title'] as const;
export type SortName = (typeof sortNames)[number];

/** A value of a filter. `also` is another spelling that URLs may use, such as `spring` for `2027-spring`. */
export type Choice = { value: string; title: string; also?: string };
export type Choices = Readonly<Record<ChoiceName, readonly Choice[]>>;

/** A visitor's query. An empty filter matches every course. */
export type FinderQuery = Readonly<Record<ChoiceName, readonly string[]>> & {
  readonly q: string;
  /** The highest fee, in whole units of the institute's currency. */
  readonly price: number | undefined;
  /** Only courses with free seats. */
  readonly seats: boolean;
  readonly sort: SortName | undefined;
};

const maxTextLength = 200;

/** Parses a query from URL parameters. Ignores values that the filters do not offer. */
export function parseQuery(parameters: URLSearchParams, choices: Choices): FinderQuery {
  const chosen = choiceNames.map((name) => {
    const wanted = new Set(parameters.getAll(name).map((value) => value.trim().toLowerCase()));
    const found = choices[name].filter(
      ({ value, also }) => wanted.has(value) || (also !== undefined && wanted.has(also)),
    );
    return [name, found.map(({ value }) => value)] as const;
  });
  const sort = parameters.get('sort');
  return {
    ...(Object.fromEntries(chosen) as Record<ChoiceName, string[]>),
    q: (parameters.get('q') ?? '').trim().slice(0, maxTextLength),
    price: parsePrice(parameters.get('price')),
    seats: parameters.get('seats') === '1',
    sort: sortNames.find((name) => name === sort),
  };
}

function parsePrice(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Serialises a query to parameters, always in the same order and without empty filters. */
export function toParameters(query: FinderQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.q !== '') parameters.set('q', query.q);
  for (const name of choiceNames) for (const value of query[name]) parameters.append(name, value);
  if (query.price !== undefined) parameters.set('price', String(query.price));
  if (query.seats) parameters.set('seats', '1');
  if (query.sort !== undefined) parameters.set('sort', query.sort);
  return parameters;
}

export type FilterName = ChoiceName | 'q' | 'price' | 'seats';

/** The filters that narrow the list, in the order of the form. */
export function activeFilters(query: FinderQuery): FilterName[] {
  return [
    ...(query.q === '' ? [] : (['q'] as const)),
    ...choiceNames.filter((name) => query[name].length > 0),
    ...(query.price === undefined ? [] : (['price'] as const)),
    ...(query.seats ? (['seats'] as const) : []),
  ];
}

/** How many choices narrow the list besides the text: ticked boxes, and a price. */
export function countChosen(query: FinderQuery): number {
  const ticked = choiceNames.reduce((sum, name) => sum + query[name].length, 0);
  return ticked + (query.price === undefined ? 0 : 1) + (query.seats ? 1 : 0);
}

/** The query without these filters. */
export function withoutFilters(query: FinderQuery, names: readonly FilterName[]): FinderQuery {
  const empty = { q: '', price: undefined, seats: false };
  const removed = names.map((name) => [name, name in empty ? empty[name as keyof typeof empty] : []]);
  return { ...query, ...(Object.fromEntries(removed) as Partial<FinderQuery>) };
}

/** Describes the values of a filter in words: `Monday or Tuesday`. */
export function describeFilter(
  query: FinderQuery,
  name: FilterName,
  { choices, freeSeats, formatPrice }: FilterWords,
): string {
  if (name === 'q') return query.q;
  if (name === 'price') return formatPrice(query.price ?? 0);
  if (name === 'seats') return freeSeats;
  return listOr(
    query[name].map((value) => choices[name].find((choice) => choice.value === value)?.title ?? value),
  );
}

type FilterWords = { choices: Choices; freeSeats: string; formatPrice: (price: number) => string };
