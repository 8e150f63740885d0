import type { FieldDescription } from '#lib/editing/front-matter/describe-fields.ts';
import type { EditorChoices, EditorProblem } from '#lib/editing/editor-types.ts';
import {
  readFields,
  UnpatchableError,
  type FieldPath,
  type FieldValue,
} from '#lib/editing/front-matter/edit-front-matter.ts';
import { button, element } from './elements.ts';
import { fieldId } from '#lib/editing/problem-address.ts';
import { createFieldEdits } from './field-edits.ts';
import { createInput } from './field-input.ts';
import { nameItem } from './item-name.ts';
import { createKeyField } from './key-field.ts';
import { createNewItems } from './new-items.ts';
import { focusAt, markFields, openField } from './field-problems.ts';
import type { PlacedPicture } from './add-pictures.ts';

type FieldsFormOptions = {
  parent: HTMLElement;
  fields: readonly FieldDescription[];
  readText: () => string;
  choices: () => EditorChoices | undefined;
  replaceText: (text: string, options: { isTyping: boolean }) => void;
  isReadOnly: boolean;
  /** Opens the dialog that asks for a picture. */
  choosePicture: (use: (picture: PlacedPicture) => void) => void;
  /** Whether the whole file is YAML. */
  isYaml: boolean;
};

/** With more fields than this, the groups and lists of a YAML file are closed at first. */
const maxOpenFields = 12;

/** Shows the front matter as a form, and writes changes back into the text. */
export function createFieldsForm({
  parent,
  fields,
  readText,
  choices,
  replaceText,
  isReadOnly,
  choosePicture,
  isYaml,
}: FieldsFormOptions) {
  const order = fields.map(({ name }) => name);
  const sorted = fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  let shown = '';
  let problems: readonly EditorProblem[] = [];
  /** True while the form writes its own change: a redraw would lose the click that ended the edit. */
  let isEditing = false;
  /** The fields or the choices changed while the form had the focus, so it must be redrawn later. */
  let isBehind = false;
  const newItems = createNewItems(parent, mark);
  const { type, edit } = createFieldEdits({
    readText,
    order,
    isYaml,
    report,
    replaceText: (text, options) => {
      isEditing = true;
      replaceText(text, options);
      isEditing = false;
    },
  });

  function report(reason: string): void {
    parent.querySelector('.editor-fields-problem')?.remove();
    if (reason === '') return;
    parent.prepend(element('p', { class: 'editor-fields-problem problem', role: 'alert' }, reason));
  }

  function row(field: FieldDescription, value: unknown, path: FieldPath, isEntry = false): HTMLElement {
    if (field.input === 'group') return group(field, value, path);
    if (field.input === 'list') return list(field, value, path);
    return createInput({ field, value, path, choices: choices(), isEntry, edit: type });
  }

  function group(
    { name, label, help, fields: inner = [], item, key: rule, isRequired }: FieldDescription,
    value: unknown,
    path: FieldPath,
  ): HTMLElement {
    const own = item && typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return block({ label, path, isClosed: !isRequired && value === undefined }, [
      help && element('p', { class: 'meta' }, help),
      name === 'picture' && pictureButton(value, path),
      ...inner.map((each) => row(each, valueOf(value, each.name), [...path, each.name])),
      ...own.map((key) => entry(item, { each: valueOf(value, key), label: key, path: [...path, key] })),
      item &&
        createKeyField({
          id: `${fieldId(path)}--new`,
          label,
          rule,
          keys: own,
          add: (key) => change([...path, key], ''),
        }),
    ]);
  }

  /** A part of the form with a heading, which may be closed. */
  function block(
    { label, path, isClosed }: { label: string; path: FieldPath; isClosed: boolean },
    parts: Parameters<typeof element>[2][],
  ): HTMLElement {
    const id = fieldId(path);
    const isFolded = isYaml && path.length === 1 && fields.length > maxOpenFields;
    if (!isClosed && !isFolded) {
      return element('fieldset', { id }, element('legend', {}, label), ...parts);
    }
    return element('details', { class: 'editor-group', id }, element('summary', {}, label), ...parts);
  }

  /** Adds or removes an item. */
  function change(path: FieldPath, value: FieldValue | undefined): void {
    edit(path, value);
    update(true);
    newItems.note(path, value !== undefined);
    focusAt(path);
  }

  function pictureButton(value: unknown, path: FieldPath): HTMLElement {
    return button(
      value === undefined ? 'Choose a picture' : 'Choose another picture',
      () =>
        choosePicture(({ src, alt }) => {
          if (value === undefined) edit(path, { file: src, alt });
          else for (const [name, text] of Object.entries({ file: src, alt })) edit([...path, name], text);
          update(true);
          parent.querySelector<HTMLElement>('[data-picture]')?.focus();
        }),
      { 'data-picture': '' },
    );
  }

  function list(field: FieldDescription, value: unknown, path: FieldPath): HTMLElement {
    const items = Array.isArray(value) ? (value as unknown[]) : [];
    const { label, help, item } = field;
    const add = button(`Add to ${label.toLowerCase()}`, () =>
      change([...path, items.length], item ? emptyValueOf(item) : ''),
    );
    return block({ label, path, isClosed: false }, [
      help && element('p', { class: 'meta' }, help),
      ...items.map((each, index) =>
        entry(item, { each, label: `${label} ${index + 1}`, path: [...path, index] }),
      ),
      add,
    ]);
  }

  function entry(
    item: FieldDescription | undefined,
    { each, label, path }: { each: unknown; label: string; path: FieldPath },
  ): HTMLElement {
    // The button comes after a group, far from its heading, so it names the item.
    const remove = button(item?.input === 'group' ? `Remove ${label}` : 'Remove', () =>
      change(path, undefined),
    );
    remove.setAttribute('aria-label', `Remove ${label}`);
    const shownItem = item && row({ ...item, label, help: '', isRequired: true }, each, path, true);
    if (item?.input === 'group' && shownItem) nameItem(shownItem, label);
    return element('div', { class: 'editor-entry' }, shownItem, remove);
  }

  parent.addEventListener('focusout', ({ relatedTarget }) => {
    if (!isBehind || parent.contains(relatedTarget as Node | null)) return;
    update(true);
  });

  /** Redraws the form from the text. Waits while the form has the focus, unless `isForced`. */
  function update(isForced = false): void {
    let data: Record<string, unknown>;
    try {
      data = readFields(readText(), isYaml);
    } catch (error) {
      if (!(error instanceof UnpatchableError)) throw error;
      return report(error.message);
    }
    const next = JSON.stringify([data, choices() !== undefined]);
    report('');
    const isShown = next === shown || isEditing;
    if (!isShown && !isForced && parent.contains(document.activeElement)) {
      isBehind = true;
      return;
    }
    shown = next;
    if (!isShown || isForced) draw(data);
  }

  function draw(data: Readonly<Record<string, unknown>>): void {
    isBehind = false;
    const open = [...parent.querySelectorAll('details[open]')].map(({ id }) => id);
    parent.replaceChildren(...sorted.map((field) => row(field, data[field.name], [field.name])));
    for (const id of open) document.getElementById(id)?.setAttribute('open', '');
    mark();
    if (!isReadOnly) return;
    for (const input of parent.querySelectorAll('input, select, textarea, button'))
      input.setAttribute('disabled', '');
  }

  function showProblems(found: readonly EditorProblem[]): void {
    problems = found;
    mark();
  }

  function mark(): void {
    const isShown = ({ field }: EditorProblem) => !field || !newItems.has(fieldId(field));
    markFields(parent, problems.filter(isShown));
  }

  const controls = () => [
    ...parent.querySelectorAll<HTMLElement>('input, select, textarea, button, summary'),
  ];

  /** Draws the form with the choices. The focus and the cursor stay where they are. */
  function showChoices(): void {
    const focused = document.activeElement;
    const index = controls().findIndex((control) => control === focused);
    update(true);
    const control = controls()[index];
    if (!control || control === focused) return;
    openField(control);
    if (isTextField(focused) && isTextField(control) && focused.selectionStart !== null)
      control.setSelectionRange(focused.selectionStart, focused.selectionEnd);
  }

  return { update, showProblems, showChoices };
}

/** The value of a new item: nothing is filled in, and a group has its required fields. */
function emptyValueOf({ fields = [], input }: FieldDescription) {
  const required = fields.filter(
    (each) => each.isRequired && each.input !== 'list' && each.input !== 'group',
  );
  return input === 'group' ? Object.fromEntries(required.map(({ name }) => [name, ''])) : '';
}

function isTextField(control: Element | null): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}

function valueOf(value: unknown, name: string): unknown {
  const hasOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return hasOwn ? (value as Record<string, unknown>)[name] : undefined;
}
