import { keyProblem, type KeyRule } from '#lib/editing/front-matter/key-problem.ts';
import { newKey } from '#lib/i18n/en/editor.ts';
import { element } from './elements.ts';

type KeyFieldOptions = {
  id: string;
  /** The label of the group. */
  label: string;
  rule: KeyRule | undefined;
  /** The keys that the group has. */
  keys: readonly string[];
  add: (key: string) => void;
};

/** Adds a field with a free name to a group, once its name is right. */
export function createKeyField({ id, label, rule, keys, add }: KeyFieldOptions): HTMLFormElement {
  const problem = element('span', { class: 'editor-key-problem', id: `${id}-problem`, role: 'alert' });
  const key = element('input', {
    type: 'text',
    id,
    maxlength: '40',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-describedby': problem.id,
  });
  const form = element(
    'form',
    { class: 'editor-entry' },
    element('span', { class: 'editor-field' }, element('label', { for: id }, newKey.label), problem, key),
    element('button', { class: 'quiet' }, `Add to ${label.toLowerCase()}`),
  );
  const show = (sentence: string) => {
    problem.textContent = sentence;
    key.setAttribute('aria-invalid', String(sentence !== ''));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = key.value.trim();
    const sentence = keyProblem(name, rule, keys);
    show(sentence ?? '');
    if (sentence === undefined) add(name);
    else key.focus();
  });
  key.addEventListener('input', () => show(''));
  return form;
}
