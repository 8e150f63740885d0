const pluralRules = new Intl.PluralRules('en');
const and = new Intl.ListFormat('en-GB');
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Formats amounts of money: `£720` or `£33.50`. */
export function createMoneyFormat(locale: string, currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
}

/** `a minute` or `10 minutes` */
export function formatMinutes(seconds: number): string {
  return plural(seconds / 60, { one: 'a minute', other: `${seconds / 60} minutes` });
}

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
