import { isMap, isPair, isScalar, isSeq, parseDocument, stringify, type Scalar } from 'yaml';

/** A value of a field. A `Date` is a calendar day, written without quotes. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | Date
  | readonly FieldValue[]
  | { readonly [key: string]: FieldValue };

/** The context that a value is written into. */
export type Place = {
  /** Whether it is within `[ ]` or `{ }`. */
  isFlow: boolean;
  /** Spaces before the key or hyphen that the value belongs to. */
  indent: string;
  eol: string;
  /** The style of the scalar that it replaces. */
  style?: Scalar.Type | undefined;
};

const maxFlowLength = 90;

/**
 * Writes a value as YAML after `key:` or a hyphen.
 * @returns text without a space before it; lists and groups in block style start with a line break
 */
export function writeValue(value: FieldValue, place: Place): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'string') return writeText(value, place);
  if (value === null || typeof value !== 'object') return String(value);
  const flow = writeFlow(value);
  const isShort = flow.length <= maxFlowLength && !(Array.isArray(value) && value.some(isLongText));
  if (place.isFlow || isShort || isEmpty(value)) return flow;
  return writeBlock(value, place);
}

/** Writes `key: value`, or `key:` followed by lines. */
export function writePair(key: string, value: FieldValue, place: Place): string {
  const text = writeValue(value, place);
  return `${writeKey(key)}:${text.startsWith(place.eol) ? '' : ' '}${text}`;
}

function writeBlock(
  value: readonly FieldValue[] | Readonly<Record<string, FieldValue>>,
  place: Place,
): string {
  const indent = `${place.indent}  `;
  const inner = { isFlow: false, indent, eol: place.eol };
  const lines = isList(value)
    ? value.map((item) => writeItem(item, inner))
    : Object.entries(value).map(([key, each]) => indent + writePair(key, each, inner));
  return place.eol + lines.join(place.eol);
}

/** Writes an item of a list in block style, including the indentation and the hyphen. */
export function writeItem(item: FieldValue, { indent, eol }: Place): string {
  const isGroup = typeof item === 'object' && item !== null && !isList(item) && !(item instanceof Date);
  if (!isGroup || isEmpty(item)) {
    return `${indent}- ${writeValue(item, { isFlow: isList(item), indent, eol })}`;
  }
  const inner = { isFlow: false, indent: `${indent}  `, eol };
  const pairs = Object.entries(item).map(([key, each]) => writePair(key, each, inner));
  return `${indent}- ${pairs.join(eol + inner.indent)}`;
}

function writeFlow(value: FieldValue): string {
  const place: Place = { isFlow: true, indent: '', eol: '\n' };
  if (isList(value)) return `[${value.map(writeFlow).join(', ')}]`;
  if (value === null || typeof value !== 'object' || value instanceof Date) return writeValue(value, place);
  const pairs = Object.entries(value).map(([key, each]) => `${writeKey(key)}: ${writeFlow(each)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

function writeText(value: string, { style, indent, eol }: Place): string {
  if (style === 'BLOCK_FOLDED' || style === 'BLOCK_LITERAL') {
    return writeBlockText(value, `${indent}  `, eol) ?? quoted(value);
  }
  const isQuotable = !/[^\P{C}]/u.test(value);
  if (style === 'QUOTE_SINGLE' && isQuotable) return `'${value.replaceAll("'", "''")}'`;
  if (style === 'QUOTE_DOUBLE') return quoted(value);
  return isPlain(value) ? value : quoted(value);
}

/** Writes a text as a block scalar. Undefined if only quotes can represent it. */
function writeBlockText(value: string, indent: string, eol: string): string | undefined {
  if (!/^[^\s\p{C}](?:[^\p{C}\n]|\n(?![ \t\n]|$))*\n?$/u.test(value)) return undefined;
  const lines = value.replace(/\n$/, '').split('\n');
  const header = `${lines.length > 1 ? '|' : '>'}${value.endsWith('\n') ? '' : '-'}`;
  return [header, ...lines.map((line) => indent + line)].join(eol);
}

/** Writes a text in one line: the lines of a longer one would need the indentation of their place. */
function quoted(value: string): string {
  const options = { defaultStringType: 'QUOTE_DOUBLE', lineWidth: 0 } as const;
  return stringify(value, { ...options, doubleQuotedMinMultiLineLength: Infinity }).trimEnd();
}

function writeKey(key: string): string {
  return isPlain(key) ? key : quoted(key);
}

/** Whether a text needs no quotes anywhere, including in lists and groups. */
function isPlain(value: string): boolean {
  if (!/^[\p{L}\p{N}/(£€$.+‘“][^\p{C}]*$/u.test(value) || value.trim() !== value) return false;
  return [`- ${value}`, `key: ${value}`, `[${value}]`].every((text) => {
    const { contents, errors } = parseDocument(text, { customTags: ['timestamp'], prettyErrors: false });
    if (errors.length > 0 || !(isMap(contents) || isSeq(contents)) || contents.items.length !== 1)
      return false;
    const [item] = contents.items;
    const read = isPair(item) ? item.value : item;
    return isScalar(read) && read.value === value;
  });
}

function isLongText(value: FieldValue): boolean {
  return typeof value === 'string' && value.length > 30;
}

function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
