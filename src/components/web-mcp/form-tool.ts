import type { FormDefinition, FormField } from '#lib/forms/form-definition.ts';
import { browserToolErrors } from '#lib/i18n/en/mcp.ts';
import { goTo } from './open-page-tool.ts';
import { textsOf, type PageTool } from './browser-tool.ts';

/** The values of a tool's input, by the name of the field. */
type FormValues = Record<string, string | string[]>;

type FormTool = {
  form: FormDefinition;
  name: string;
  title: string;
  description: string;
  /** The error if the page does not have the form. */
  missing: string;
};

/** Key in session storage for the values of the next page, because URLs must not contain personal data. */
const storageKey = 'form-to-fill';
const next = 'Nothing was sent. The person checks the form and sends it.';

/** Creates a tool that fills in a form. It never submits the form, and never gives consent. */
export function createFormTool({ form, name, title, description, missing }: FormTool): PageTool {
  const fields = Object.entries<FormField>(form.fields).filter(([, { type }]) => type !== 'consent');
  return {
    name,
    title,
    description: `${description} The person checks and sends it. If another page is open, it goes to the form first. Fill in only what the person told you.`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([field, definition]) => [field, describe(definition)])),
    },
    annotations: { readOnlyHint: false },
    async execute(input) {
      const values = readValues(input, fields);
      if (location.pathname === form.path) return fillForm(form, values, missing);
      sessionStorage.setItem(storageKey, JSON.stringify({ path: form.path, values }));
      const target = new URL(form.path, location.origin);
      for (const [field, { parameter }] of fields) {
        for (const value of parameter ? [values[field] ?? []].flat() : []) {
          target.searchParams.append(parameter ?? '', value);
        }
      }
      goTo(target);
      return { opening: target.href, next: `The form opens and is filled in. ${next}` };
    },
  };
}

/** Fills in the values that the previous page stored, and deletes them, even if this page has no such form. */
export function takeKeptValues(forms: readonly FormDefinition[]): void {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  if (!stored) return;
  const { path, values } = JSON.parse(stored) as { path: string; values: FormValues };
  const form = forms.find((each) => each.path === path && path === location.pathname);
  if (form) fillForm(form, values, '');
}

function describe({ type, label, description = label }: FormField): object {
  return type === 'list'
    ? { type: 'array', items: { type: 'string' }, description }
    : { type: 'string', description };
}

function readValues(input: unknown, fields: readonly (readonly [string, FormField])[]): FormValues {
  const texts = textsOf(input);
  const values: FormValues = {};
  for (const [name, field] of fields) {
    const text = texts[name];
    if (field.type !== 'list') {
      if (text !== undefined) values[name] = text;
      continue;
    }
    const items = (input as Record<string, unknown> | undefined)?.[name];
    const list = (Array.isArray(items) ? items : []).filter((item) => typeof item === 'string');
    if (list.length > 0)
      values[name] = list.map((item) => (field.item.code ? item.trim().toUpperCase() : item));
  }
  return values;
}

function fillForm({ name, fields }: FormDefinition, values: FormValues, missing: string): object {
  const form = document.querySelector<HTMLFormElement>(`form[data-form="${name}"]`);
  if (!form) return { error: missing };
  // Fill in fields in the order of the form, because the term decides which courses can be chosen.
  const order = [...form.elements].map((control) => control.getAttribute('name') ?? '');
  const notFilled = Object.keys(values)
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .flatMap((field) =>
      [values[field] ?? []]
        .flat()
        .flatMap((value) =>
          setValue(form, field, value) ? [] : [browserToolErrors.notOnOffer({ field, value })],
        ),
    );
  const status = form.querySelector('[data-status]');
  if (status) status.textContent = 'Your assistant filled this in. Check it before you send it.';
  form.scrollIntoView();
  return { filled: filledIn(form, fields), ...(notFilled.length > 0 && { notFilled }), next };
}

/** Returns false if the form does not offer the value. */
function setValue(form: HTMLFormElement, name: string, value: string): boolean {
  const box = form.querySelector<HTMLInputElement>(
    `[type="checkbox"][name="${name}"][value="${CSS.escape(value)}"]`,
  );
  if (box) {
    const folded = box.closest('details');
    if (folded) folded.open = true;
    box.checked = true;
    announce(box);
    // The form unchecks a course that its term does not offer.
    return box.checked;
  }
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLSelectElement) return chooseOption(field, value);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  if (field.type === 'checkbox') return false;
  field.value = value;
  announce(field);
  return true;
}

/** Accepts the value or the text of an option. */
function chooseOption(field: HTMLSelectElement, wanted: string): boolean {
  const matches = (text: string) => text.trim().toLowerCase() === wanted.toLowerCase();
  const option = [...field.options].find(({ value, text }) => matches(value) || matches(text));
  if (!option) return false;
  field.value = option.value;
  announce(field);
  return true;
}

function announce(field: HTMLElement): void {
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function filledIn(form: HTMLFormElement, fields: FormDefinition['fields']): FormValues {
  const data = new FormData(form);
  const entries = Object.entries<FormField>(fields).map(([name, { type }]) => {
    const values = data.getAll(name).map(String).filter(Boolean);
    return [name, type === 'list' ? values : values[0]] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value?.length)) as FormValues;
}
