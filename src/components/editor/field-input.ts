import { isRealDay } from '#lib/content/local-time.ts';
import type { FieldDescription } from '#lib/editing/front-matter/describe-fields.ts';
import type { Choice, EditorChoices } from '#lib/editing/editor-types.ts';
import type { FieldPath, FieldValue } from '#lib/editing/front-matter/edit-front-matter.ts';
import { fieldId } from '#lib/editing/problem-address.ts';
import { element } from './elements.ts';
import { createMomentInput, hasShortYear, isPlainMoment, isTypingYear } from './moment-input.ts';
import { labelOfChoice, labelOfOption } from '#lib/editing/choice-label.ts';

type InputOptions = {
  field: FieldDescription;
  value: unknown;
  path: FieldPath;
  choices: EditorChoices | undefined;
  /** Whether it can be removed by a button of its own. Clearing its text then does not remove it. */
  isEntry: boolean;
  /** Called after each keystroke, and again when the field loses the focus. */
  edit: (path: FieldPath, value: FieldValue | undefined) => void;
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A labelled input for one value of front matter. */
export function createInput({ field, value, path, choices, isEntry, edit }: InputOptions): HTMLElement {
  const id = fieldId(path);
  const set = (given: FieldValue | undefined) => edit(path, given ?? (isEntry ? '' : undefined));
  if (field.input === 'moment' && isPlainMoment(toText(value))) {
    const { label, isRequired } = field;
    const onChange = (text: string) => set(text === '' ? undefined : isRealDay(text) ? new Date(text) : text);
    return labelled(field, {
      id,
      control: createMomentInput({ id, label, text: toText(value), isRequired, onChange }),
    });
  }
  const control = createControl(field, toText(value), choices);
  control.id = id;
  control.setAttribute('aria-describedby', `${id}-help`);
  if (field.isRequired && field.input !== 'boolean') control.required = true;
  const apply = () => isTypingYear(control) || set(readValue(field, control));
  control.addEventListener('change', apply);
  control.addEventListener('blur', () => hasShortYear(control) && apply());
  // A half-typed number or date has no value yet.
  control.addEventListener('input', () => control.validity.badInput || apply());
  if (!(control instanceof HTMLSelectElement)) {
    // Select the template's note ("Say …"), so that typing replaces it.
    const selectNote = () => /^say /i.test(control.value) && control.select();
    control.addEventListener('focus', selectNote);
    control.addEventListener('click', selectNote);
  }
  return labelled(field, {
    id,
    control: field.input === 'colour' ? withPicker(control, field, apply) : control,
  });
}

/** Adds the browser's colour picker beside a colour that can also be typed or pasted. */
function withPicker(control: Control, { label }: FieldDescription, apply: () => void): HTMLElement {
  const picker = element('input', { type: 'color', 'aria-label': `Choose ${label.toLowerCase()}` });
  const show = () => (picker.value = /^#[\da-f]{6}$/i.test(control.value) ? control.value : '#ffffff');
  show();
  control.addEventListener('input', show);
  picker.addEventListener('input', () => {
    control.value = picker.value;
    apply();
  });
  return element('span', { class: 'editor-colour' }, picker, control);
}

function labelled(
  field: FieldDescription,
  { id, control }: { id: string; control: HTMLElement },
): HTMLElement {
  const help = element('span', { class: 'meta', id: `${id}-help` }, field.help);
  const label = element('label', { for: id }, field.label);
  return element('p', { class: 'editor-field' }, label, control, help);
}

const types: Readonly<Partial<Record<FieldDescription['input'], string>>> = {
  number: 'number',
  day: 'date',
  'local-time': 'datetime-local',
};

function createControl(field: FieldDescription, text: string, choices: EditorChoices | undefined): Control {
  const { input, options, refersTo, max } = field;
  if (input === 'boolean') {
    const box = element('input', { type: 'checkbox' });
    box.checked = text === 'true';
    return box;
  }
  if (options)
    return select(
      options.map((value) => ({ value, label: labelOfOption(value, choices?.options) })),
      field,
      text,
    );
  const named = refersTo && choices?.references[refersTo];
  if (named && field.name !== 'owner') return select(named, field, text);
  if (input === 'long-text') {
    const area = element('textarea', { rows: '3', ...(max !== undefined && { maxlength: String(max) }) });
    area.value = text;
    return area;
  }
  const type = types[input] ?? 'text';
  const control = element('input', { type });
  if (input === 'text' && max !== undefined) control.maxLength = max;
  control.value = input === 'local-time' ? text.replace(' ', 'T') : text;
  return control;
}

function select(
  choices: readonly Choice[],
  { isRequired }: FieldDescription,
  current: string,
): HTMLSelectElement {
  const known = choices.some(({ value }) => value === current);
  const all = [
    ...(isRequired && current !== '' ? [] : [{ value: '', label: '' }]),
    ...(known || current === '' ? [] : [{ value: current, label: `${current} (unknown)` }]),
    ...choices,
  ];
  const control = element('select');
  for (const choice of all) {
    control.append(element('option', { value: choice.value }, labelOfChoice(choice)));
  }
  control.value = current;
  return control;
}

/** The value of the control; undefined if empty, which removes the field. */
function readValue(
  { input, refersTo, isRequired }: FieldDescription,
  control: Control,
): FieldValue | undefined {
  if (input === 'boolean') return (control as HTMLInputElement).checked || (isRequired ? false : undefined);
  const text = control.value.trim();
  if (text === '') return undefined;
  if (input === 'number' || refersTo === 'level') return Number(text);
  if (input === 'local-time') return text.replace('T', ' ');
  return (input === 'day' || input === 'moment') && isRealDay(text) ? new Date(text) : text;
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
