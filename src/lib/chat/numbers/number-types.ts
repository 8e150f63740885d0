/**
 * One way to read a number. The value is in normal form: `2027-03-12` or `03-12` for a date, `2027-03` or `03` for a
 * month, minutes for a time, `SOIL101` for a code. What cannot be read is `unread`, with its text as the value.
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
 * A number in a text, as alternatives. All readings of one alternative belong to it. `rates` are what the amounts of
 * its sentence are for, `periods` those that stand apart from them, as in "each week you pay £20".
 */
export type StatedNumber = {
  text: string;
  alternatives: Reading[][];
  rates: ReadonlySet<string>;
  periods: readonly string[];
};
/** A number as one reader finds it, before its sentence is known. */
export type FoundNumber = Pick<StatedNumber, 'text' | 'alternatives'>;

/** A number's kind, as the choice of a quote needs it. */
export function kindOf({ alternatives }: FoundNumber): string {
  const reading = alternatives[0]?.[0];
  if (reading?.kind !== 'quantity') return reading?.kind ?? '';
  return reading.isCurrency ? 'amount' : reading.unit === '%' ? 'percent' : 'number';
}

export function createReading(kind: Reading['kind'], value: string): Reading {
  return { kind, value, unit: '', isCurrency: false, rate: '', noun: '', isNegated: false };
}
