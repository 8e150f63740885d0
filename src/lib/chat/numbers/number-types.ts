/**
 * One way to read a number. The value is in normal form: `2027-03-12` or `03-12` for a date, `2027-03` or `03` for a
 * month, minutes for a time, `SOIL101` for a code. A number that cannot be parsed is `unread`, with its text as the
 * value.
 */
export type Reading = {
  kind:
    | 'quantity'
    | 'date'
    | 'undated'
    | 'month'
    | 'month-part'
    | 'day'
    | 'weekday'
    | 'time'
    | 'zone'
    | 'code'
    | 'phone'
    | 'rate'
    | 'unread';
  value: string;
  /** Of a quantity: a currency, `%`, a unit such as `credit`, `#week` for the number of a week, or empty. */
  unit: string;
  isCurrency: boolean;
  /** Of a quantity: `credit` for "per credit". */
  rate: string;
  /** Of a quantity without a known unit: the word after it. */
  noun: string;
  isNegated: boolean;
};

/**
 * A number in a text. Each alternative is a list of readings that apply together. `rates` are the rates of the amounts
 * in its sentence; `periods` are rates that are separate from the amount, as in "each week you pay £20".
 */
export type StatedNumber = {
  text: string;
  alternatives: Reading[][];
  rates: ReadonlySet<string>;
  periods: readonly string[];
};
/** A number as a reader returns it, without the rates of its sentence. */
export type FoundNumber = Pick<StatedNumber, 'text' | 'alternatives'>;

/** Returns a number's kind, by which a quote is chosen. */
export function kindOf({ alternatives }: FoundNumber): string {
  const reading = alternatives[0]?.[0];
  if (reading?.kind !== 'quantity') return reading?.kind ?? '';
  return reading.isCurrency ? 'amount' : reading.unit === '%' ? 'percent' : 'number';
}

export function createReading(kind: Reading['kind'], value: string): Reading {
  return { kind, value, unit: '', isCurrency: false, rate: '', noun: '', isNegated: false };
}
