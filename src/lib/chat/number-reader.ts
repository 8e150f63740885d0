import { normalizeText } from '#lib/http/client-text.ts';

/**
 * A number in a text, and its possible values in normal form: `amount:1200`, `percent:35`, `date:2027-03-12`,
 * `month:2027-03`, `time:1140` (minutes), `code:SOIL101`, `phone:1632960410` or `number:14`.
 */
export type StatedNumber = { text: string; meanings: string[] };

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(${months.join('|')})[a-z]{0,6}\\.?`;
const day = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const to = String.raw`\s{0,2}(?:to|and|or|until|[-–—])\s{0,2}`;
const clock = String.raw`(\d{1,2})(?:[:.](\d{2}))?`;
const half = String.raw`\s?([ap])\.?m\b\.?`;
const digits = String.raw`(\d[\d.,]{0,15})`;
const currency = '(?:£|€|\\$|\\b(?:GBP|EUR|USD)\\b)';
const currencyWord = '(?:£|€|pounds?\\b|euros?\\b|dollars?\\b|GBP\\b|EUR\\b|USD\\b)';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');
const numberWords = new Map<string, number>([
  ...small.map((word, value): [string, number] => [word, value]),
  ...['sixteen', 'seventeen', 'eighteen', 'nineteen'].map((word, at): [string, number] => [word, 16 + at]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, at): [string, number] => [word, 20 + 10 * at]),
]);
const units =
  'minutes?|hours?|days?|weeks?|months?|years?|credits?|pounds?|euros?|dollars?|per ?cent|working|calendar';
const word = `\\b(${[...numberWords.keys()].slice(1).join('|')})`;

type Rule = { pattern: RegExp; read: (groups: (string | undefined)[], text: string) => string[][] };

/** Applied in this order: each rule reads only the text that earlier rules did not match. */
const rules: readonly Rule[] = [
  { pattern: /(?:\+|\(0|\b0)[\d() -]{7,18}\d/g, read: ([], text) => [[`phone:${nationalDigits(text)}`]] },
  { pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/g, read: ([y, m, d]) => [[dateOf(d, Number(m), y)]] },
  {
    pattern: /\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/g,
    read: ([one, other, y]) => [[dateOf(one, Number(other), y), dateOf(other, Number(one), y)]],
  },
  {
    pattern: new RegExp(`\\b(?:${day}${to})?${day}\\s(?:of\\s)?${month}(?:,?\\s(\\d{4}))?\\b`, 'gi'),
    read: ([from, d, m, y]) => [from, d].flatMap((one) => (one ? [[dateOf(one, monthOf(m), y)]] : [])),
  },
  {
    pattern: new RegExp(`\\b${month}\\s${day}(?:${to}${day})?\\b(?:,?\\s(\\d{4}))?\\b`, 'gi'),
    read: ([m, from, d, y]) => [from, d].flatMap((one) => (one ? [[dateOf(one, monthOf(m), y)]] : [])),
  },
  {
    pattern: new RegExp(`\\b${month}\\s(\\d{4})\\b`, 'gi'),
    read: ([m, y]) => [[`month:${y ?? ''}-${pad(monthOf(m))}`]],
  },
  {
    pattern: new RegExp(`\\b${clock}${to}${clock}${half}`, 'gi'),
    read: ([h, m, h2, m2, ap]) => [[timeOf(h, m, ap), timeOf(h, m)], [timeOf(h2, m2, ap)]],
  },
  { pattern: new RegExp(`\\b${clock}${half}`, 'gi'), read: ([h, m, ap]) => [[timeOf(h, m, ap)]] },
  { pattern: /\b([01]?\d|2[0-3]):([0-5]\d)\b/g, read: ([h, m]) => [[timeOf(h, m)]] },
  {
    pattern: /\b(noon|midnight)\b/gi,
    read: ([name]) => [[name?.toLowerCase() === 'noon' ? 'time:720' : 'time:0']],
  },
  {
    pattern: new RegExp(`(?:${digits}${to})?${digits}\\s?(?:%|per ?cent\\b)`, 'gi'),
    read: ([from, value]) => [from, value].flatMap((one) => (one ? [valuesOf('percent', one)] : [])),
  },
  {
    pattern: new RegExp(`${currency}\\s?${digits}(?:${to}${digits}(?![\\d:%]))?`, 'g'),
    read: ([value, up]) => [value, up].flatMap((one) => (one ? [valuesOf('amount', one)] : [])),
  },
  {
    pattern: new RegExp(`${digits}\\s?${currencyWord}`, 'gi'),
    read: ([value = '']) => [valuesOf('amount', value)],
  },
  {
    pattern: /\b([a-z]{2,6})-?(\d{2,8}[a-z]?)\b/gi,
    read: ([letters = '', rest = '']) => [[`code:${(letters + rest).toUpperCase()}`]],
  },
  {
    pattern: /\b([A-Z]{2,6}) (\d{2,4})\b/g,
    read: ([letters = '', rest = '']) => [[`code:${letters}${rest}`, ...valuesOf('number', rest)]],
  },
  {
    pattern: new RegExp(`${word}(?:[- ](${small.slice(1, 10).join('|')}))?[- ](?=${units})`, 'gi'),
    read: ([tens = '', ones = '']) => [[`number:${wordValue(tens) + (wordValue(ones) || 0)}`]],
  },
  {
    pattern: /\d[\d.,]{0,15}/g,
    read: ([], text) => {
      const time = /^(\d{1,2})\.(\d{2})$/.exec(text);
      return [[...valuesOf('number', text), ...(time ? [timeOf(time[1], time[2])] : [])]];
    },
  },
];

/** Reads the numbers in a text. Skips citations, list numbers, URLs, email addresses and emphasis marks. */
export function readNumbers(text: string): StatedNumber[] {
  let rest = normalizeText(text, 'NFKC')
    .replaceAll(/[\u200B-\u200F\u2060\uFEFF*_`\\]/g, '')
    .replaceAll(/\[\d{1,2}\]/g, ' ')
    .replaceAll(/^[ \t]{0,8}\d{1,2}[.)] /gm, ' ')
    .replaceAll(/\b[a-z]{2,8}:\/\/\S{1,500}|\S{1,100}@\S{1,200}/gi, ' ');
  const found: StatedNumber[] = [];
  for (const { pattern, read } of rules) {
    rest = rest.replaceAll(pattern, (match: string, ...groups: unknown[]) => {
      const texts = groups.map((group) => (typeof group === 'string' ? group : undefined));
      for (const meanings of read(texts, match)) found.push({ text: match.trim(), meanings });
      return '\u0001';
    });
  }
  return found;
}

function valuesOf(kind: string, text: string): string[] {
  const plain = text.replace(/[.,]+$/, '');
  const values = [
    plain.replaceAll(',', ''),
    plain.replaceAll('.', '').replace(',', '.'),
    plain.replace(',', '.'),
  ];
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(plain)) values.push(plain.replaceAll(/[.,]/g, ''));
  return [...new Set(values.map(Number).filter((value) => !Number.isNaN(value)))].map(
    (value) => `${kind}:${value}`,
  );
}

function wordValue(name: string): number {
  return numberWords.get(name.toLowerCase()) ?? 0;
}

function monthOf(name = ''): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function dateOf(date: string | undefined, monthNumber: number, year: string | undefined): string {
  return `date:${year ? `${year}-` : ''}${pad(monthNumber)}-${pad(Number(date))}`;
}

function timeOf(hours = '', minutes = '0', ap?: string): string {
  const hour = ap ? (Number(hours) % 12) + (ap.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  return `time:${(hour * 60 + Number(minutes)) % 1440}`;
}

/** Removes the country code and the 0 before an area code. */
function nationalDigits(text: string): string {
  return text
    .replace(/^\+\d{1,2}(?=[ (-])/, '')
    .replaceAll(/\D/g, '')
    .replace(/^0+/, '');
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
