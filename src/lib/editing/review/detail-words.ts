import {
  formatDay,
  formatMeeting,
  formatMoney,
  formatNumber,
  formatSchedule,
  formatWeekday,
} from '#lib/content/formats.ts';
import { clockOf, dayOf, isoDay, isRealDay, momentOf } from '#lib/content/local-time.ts';
import { changedDetails as texts } from '#lib/i18n/en/desk.ts';
import { labelOfChoice, labelOfOption } from '#lib/editing/choice-label.ts';
import type { EditorChoices } from '#lib/editing/editor-types.ts';
import type { FieldDescription } from '#lib/editing/front-matter/describe-fields.ts';
import { labelOf } from '#lib/editing/front-matter/field-label.ts';

/** The names that the site has for the values of fields. */
export type DetailNames = {
  references: EditorChoices['references'];
  options: EditorChoices['options'];
  timeZone: string;
};

export type Data = Readonly<Record<string, unknown>>;

/** Writes a value of front matter as the site would say it. An empty text if there is no value. */
export function wordsOf(field: FieldDescription, value: unknown, names: DetailNames): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) {
    return value
      .map((each: unknown) => wordsOf(field.item ?? unknownField(field.name), each, names))
      .join(', ');
  }
  if (!isData(value)) return scalarWords(field, value, names);
  if (isMeeting(value)) return formatMeeting(value);
  return Object.entries(value)
    .map(([name, each]) => {
      const inner = fieldOf(field, name);
      return `${inner.label}: ${wordsOf(inner, each, names)}`;
    })
    .join(', ');
}

function scalarWords(field: FieldDescription, value: unknown, names: DetailNames): string {
  const { input, refersTo, options, isMoney } = field;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  const text = value instanceof Date ? isoDay(value) : String(value);
  if (refersTo) return referenceWords(names.references[refersTo], text);
  if (options) return labelOfOption(text, names.options);
  if (typeof value === 'number' && input === 'number')
    return isMoney ? formatMoney(value) : formatNumber(value);
  if (input === 'moment') return momentWords(text, names.timeZone);
  if (input === 'local-time') return localTimeWords(text);
  return value instanceof Date || (input === 'day' && isRealDay(text)) ? formatDay(text) : text;
}

/** The name of what a field refers to, with its id if others have the same name; the id if it is unknown. */
function referenceWords(
  choices: EditorChoices['references'][keyof EditorChoices['references']],
  id: string,
): string {
  const choice = choices.find(({ value }) => value === id);
  if (!choice) return id;
  const isAmbiguous = choices.some(({ value, label }) => value !== id && label === choice.label);
  return isAmbiguous ? `${choice.label} (${id})` : labelOfChoice(choice);
}

function momentWords(text: string, timeZone: string): string {
  const moment = momentOf(text, timeZone);
  return moment ? formatSchedule(moment) : text;
}

function localTimeWords(text: string): string {
  const isTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text) && isRealDay(dayOf(text));
  return isTime ? `${formatWeekday(dayOf(text))}, ${clockOf(text)}` : text;
}

/** A field of a group; a plain text if the schema does not have it. */
export function fieldOf({ fields }: Pick<FieldDescription, 'fields'>, name: string): FieldDescription {
  return fields?.find((each) => each.name === name) ?? unknownField(name);
}

function unknownField(name: string): FieldDescription {
  return { name, label: labelOf(name), help: '', example: '', isRequired: false, input: 'text' };
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

type Meeting = { day: string; from: string; to: string };

export function isMeeting(value: unknown): value is Meeting {
  if (!isData(value)) return false;
  const { day, from, to } = value;
  return typeof day === 'string' && day.endsWith('day') && typeof from === 'string' && typeof to === 'string';
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
