const pluralRules = new Intl.PluralRules('en');
const and = new Intl.ListFormat('en-GB');
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `plural(2, { one: '1 seat', other: '2 seats' })` is `2 seats`. */
export function plural(count: number, { one, other }: { one: string; other: string }): string {
  return pluralRules.select(count) === 'one' ? one : other;
}

/** `a, b and c` */
export function listAnd(items: readonly string[]): string {
  return and.format(items);
}

/** `a, b or c` */
export function listOr(items: readonly string[]): string {
  return or.format(items);
}
