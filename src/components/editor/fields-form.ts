import { parse } from 'yaml';
import type { FieldDescription } from '#lib/editing/describe-fields.ts';
import type { EditorChoices } from '#lib/editing/editor-types.ts';
import {
  planEdit,
  readFields,
  UnpatchableError,
  type FieldPath,
  type FieldValue,
  type TextChange,
} from '#lib/editing/front-matter.ts';
import { button, element } from './elements.ts';
import { createInput } from './field-input.ts';

type FieldsFormOptions = {
  parent: HTMLElement;
  fields: readonly FieldDescription[];
  readText: () => string;
  choices: () => EditorChoices | undefined;
  change: (change: TextChange) => void;
  isReadOnly: boolean;
  /** The whole file is YAML. */
  isYaml: boolean;
};

/** Shows the front matter as a form, and changes it in the text. */
export function createFieldsForm({
  parent,
  fields,
  readText,
  choices,
  change,
  isReadOnly,
  isYaml,
}: FieldsFormOptions) {
  const order = fields.map(({ name }) => name);
  const sorted = fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  let shown = '';

  function edit(path: FieldPath, value: FieldValue | undefined): void {
    try {
      change(planEdit(readText(), { path, value, order, isYaml }));
    } catch (error) {
      if (!(error instanceof UnpatchableError)) throw error;
      report(error.message);
    }
  }

  function report(message: string): void {
    parent.querySelector('.editor-fields-problem')?.remove();
    parent.prepend(element('p', { class: 'editor-fields-problem problem', role: 'alert' }, message));
  }

  function row(field: FieldDescription, value: unknown, path: FieldPath): HTMLElement {
    if (field.input === 'group') return group(field, value, path);
    if (field.input === 'list') return list(field, value, path);
    return createInput({ field, value, path, choices: choices(), edit });
  }

  function group(
    { label, help, fields: inner = [] }: FieldDescription,
    value: unknown,
    path: FieldPath,
  ): HTMLElement {
    return element(
      'fieldset',
      {},
      element('legend', {}, label),
      help && element('p', { class: 'meta' }, help),
      ...inner.map((each) => row(each, valueOf(value, each.name), [...path, each.name])),
    );
  }

  function list(field: FieldDescription, value: unknown, path: FieldPath): HTMLElement {
    const items = Array.isArray(value) ? (value as unknown[]) : [];
    const { label, help, item, example } = field;
    const add = button(`Add to ${label.toLowerCase()}`, () => {
      const [first] = [parse(example, { customTags: ['timestamp'] }) as unknown].flat();
      edit([...path, items.length], (first ?? '') as FieldValue);
      update(true);
    });
    return element(
      'fieldset',
      {},
      element('legend', {}, label),
      help && element('p', { class: 'meta' }, help),
      ...items.map((each, index) => entry(item, { each, label, path: [...path, index] })),
      add,
    );
  }

  function entry(
    item: FieldDescription | undefined,
    { each, label, path }: { each: unknown; label: string; path: FieldPath },
  ): HTMLElement {
    const name = `${label} ${Number(path.at(-1)) + 1}`;
    const remove = button('Remove', () => {
      edit(path, undefined);
      update(true);
    });
    remove.setAttribute('aria-label', `Remove ${name}`);
    const shownItem = item && row({ ...item, label: name, help: '', isRequired: true }, each, path);
    return element('div', { class: 'editor-entry' }, shownItem, remove);
  }

  /** Shows the fields of the text, unless someone is typing in the form. */
  function update(isForced = false): void {
    if (!isForced && parent.contains(document.activeElement)) return;
    let data: Record<string, unknown>;
    try {
      data = readFields(readText(), isYaml);
    } catch (error) {
      if (!(error instanceof UnpatchableError)) throw error;
      return report(error.message);
    }
    const next = JSON.stringify([data, choices() !== undefined]);
    if (next === shown && !isForced) return;
    shown = next;
    parent.replaceChildren(...sorted.map((field) => row(field, data[field.name], [field.name])));
    if (isReadOnly) {
      for (const input of parent.querySelectorAll('input, select, textarea, button'))
        input.setAttribute('disabled', '');
    }
  }

  return { update };
}

function valueOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
