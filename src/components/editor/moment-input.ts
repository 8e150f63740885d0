import { element } from './elements.ts';

const plain = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/;

/** Whether a day, or a day and a local time, can be chosen with the pickers of the browser. */
export function isPlainMoment(text: string): boolean {
  return text === '' || plain.test(text);
}

type Typed = Element & { type: string; value: string };

/** Whether the year of a day is still being typed: a browser reads `2` as the year 0002. */
export function isTypingYear(input: Typed): boolean {
  return document.activeElement === input && hasShortYear(input);
}

export function hasShortYear({ type, value }: Typed): boolean {
  return type.startsWith('date') && /^0\d{3}-/.test(value);
}

type MomentOptions = {
  id: string;
  label: string;
  text: string;
  isRequired: boolean;
  /** Called with `2027-01-11`, `2027-01-11 08:00`, or an empty text. */
  onChange: (text: string) => void;
};

/** A day with an optional time: two inputs with the pickers of the browser. */
export function createMomentInput({ id, label, text, isRequired, onChange }: MomentOptions): HTMLElement {
  const [, day = '', time = ''] = plain.exec(text) ?? [];
  const dayInput = element('input', { type: 'date', id, 'aria-describedby': `${id}-help` });
  const timeInput = element('input', { type: 'time', 'aria-label': `${label}: time, optional` });
  dayInput.required = isRequired;
  dayInput.value = day;
  timeInput.value = time;
  const apply = () => {
    // A half-typed day or time has no value yet.
    if (dayInput.validity.badInput || timeInput.validity.badInput || isTypingYear(dayInput)) return;
    onChange([dayInput.value, dayInput.value && timeInput.value].filter(Boolean).join(' '));
  };
  for (const input of [dayInput, timeInput]) {
    input.addEventListener('input', apply);
    input.addEventListener('change', apply);
    input.addEventListener('blur', () => hasShortYear(input) && apply());
  }
  return element('span', { class: 'editor-moment' }, dayInput, timeInput);
}
