import type { EditorView } from '@codemirror/view';
import type { ComponentAttribute, ComponentDescription } from '#lib/content/components.ts';
import type { EditorChoices } from '#lib/editing/editor-types.ts';
import { insertedNotes } from '#lib/i18n/en/editor.ts';
import { insertBlock, writeComponent } from './commands.ts';
import { labelOfChoice, labelOfOption } from '#lib/editing/choice-label.ts';
import { button, element, find, findAs } from './elements.ts';

type MenuOptions = {
  view: EditorView;
  components: readonly ComponentDescription[];
  choices: () => EditorChoices | undefined;
  isReadOnly: boolean;
};

/** Components that go inside a sentence. */
const inline = ['Lang', 'Term', 'Fee', 'ProgramFee', 'CreditPrice'];

/** The dialog that inserts a component, with a form for its attributes. */
export function connectComponentMenu({ view, components, choices, isReadOnly }: MenuOptions) {
  const dialog = findAs(HTMLDialogElement, '#component-menu');
  const body = find('.editor-dialog-body', dialog);

  function showList(): void {
    // Figures have their own dialog.
    const listed = components.filter(({ name }) => name !== 'Figure');
    const items = listed.map((component) => {
      const item = button('', () => showForm(component), { class: 'quiet editor-choice' });
      item.append(
        element('strong', {}, component.name),
        element('span', { class: 'meta' }, component.description),
      );
      return element('li', {}, item);
    });
    body.replaceChildren(element('ul', { class: 'editor-choices' }, ...items));
  }

  function showForm(component: ComponentDescription): void {
    const { name, description, attributes, example, hasContent } = component;
    const inputs = Object.entries(attributes).map(([attribute, each]) =>
      createInput(attribute, each, choices()),
    );
    const form = element(
      'form',
      { class: 'editor-form' },
      element('h3', {}, name),
      element('p', { class: 'meta' }, description),
      ...inputs,
      hasContent && createContentInput(selectedText()),
      element('p', { class: 'meta' }, 'This will be inserted into the text:'),
      element('pre', {}, example),
      element('button', { type: 'submit' }, 'Insert'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      insert(component, new FormData(form));
    });
    body.replaceChildren(form);
    find('input, select, button', form).focus();
  }

  function selectedText(): string {
    const { from, to } = view.state.selection.main;
    return view.state.sliceDoc(from, to);
  }

  function insert({ name, hasContent }: ComponentDescription, data: FormData): void {
    const values = Object.fromEntries(
      [...data].map(([key, value]) => [key, typeof value === 'string' ? value : '']),
    );
    const { from, to } = view.state.selection.main;
    dialog.close();
    const { [contentField]: written = '', ...attributes } = values;
    const content = hasContent ? written.trim() || insertedNotes.text : undefined;
    const component = writeComponent(name, attributes, content);
    const isInline = inline.includes(name);
    // The form starts with the selected text as its content, so remove that text from its old place.
    if (!isInline && hasContent) view.dispatch({ changes: { from, to }, userEvent: 'input' });
    const update = isInline
      ? { changes: { from, to, insert: component.replaceAll('\n\n', '') } }
      : insertBlock(view.state, component);
    view.dispatch(view.state.update(update, { userEvent: 'input.insert' }));
    view.focus();
  }

  dialog.addEventListener('close', () => view.focus());
  return {
    open() {
      if (isReadOnly) return;
      showList();
      dialog.showModal();
    },
  };
}

/** Contains spaces, so no attribute can have this name. */
const contentField = 'content of the component';

function createContentInput(selected: string): HTMLElement {
  const area = element('textarea', { id: 'component-content', name: contentField, rows: '3' });
  area.value = selected;
  const label = element('label', { for: area.id }, 'Text');
  return element('p', { class: 'editor-field' }, label, area);
}

function createInput(
  name: string,
  attribute: ComponentAttribute,
  choices: EditorChoices | undefined,
): HTMLElement {
  const { description, required, oneOf, refersTo, kind } = attribute;
  const id = `attribute-${name}`;
  const named = refersTo && choices?.references[refersTo];
  const options =
    oneOf?.map((value) => ({ value, label: labelOfOption(value) })) ?? (kind === 'list' ? undefined : named);
  const control = options
    ? element('select', { id, name })
    : element('input', { id, name, type: kind === 'number' ? 'number' : 'text' });
  if (required) control.setAttribute('required', '');
  if (options) {
    const all = required ? options : [{ value: '', label: '' }, ...options];
    for (const choice of all) {
      control.append(element('option', { value: choice.value }, labelOfChoice(choice)));
    }
  }
  control.setAttribute('aria-describedby', `${id}-help`);
  const label = element('label', { for: id }, name.charAt(0).toUpperCase() + name.slice(1));
  return element(
    'p',
    { class: 'editor-field' },
    label,
    control,
    element('span', { class: 'meta', id: `${id}-help` }, description),
  );
}
