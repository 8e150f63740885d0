import type { FormProblem } from '#lib/forms/form-problem.ts';
import { problemTexts, sendWithAddress } from '#lib/i18n/en/forms.ts';

/** Shows a problem above the form and at its fields, like the server-rendered page, and focuses the summary. */
export function showProblem(form: HTMLFormElement, problem: FormProblem): void {
  const { text, fields } = problem;
  clearProblem(form);
  const summary = form.querySelector<HTMLElement>('[data-problem]');
  const sentence = form.querySelector<HTMLElement>('[data-problem-text]');
  const list = form.querySelector<HTMLElement>('[data-problem-fields]');
  if (!summary || !sentence || !list) return;
  const order = [...form.querySelectorAll('[id]')].map(({ id }) => id);
  const errors = Object.entries(fields).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  sentence.replaceChildren(...linked(text));
  sentence.hidden = text === '';
  list.replaceChildren(...errors.map(itemOf));
  list.hidden = errors.length === 0;
  for (const [field, message] of errors) showAtField(form, field, message);
  summary.hidden = false;
  const { heading, prefix, suggestion } = problemTexts(problem);
  showSuggestion(form, suggestion);
  summary.querySelector('h2')?.replaceChildren(heading);
  summary.dataset['prefix'] = prefix;
  document.title = prefix + document.title;
  summary.focus();
}

export function clearProblem(form: HTMLFormElement): void {
  const summary = form.querySelector<HTMLElement>('[data-problem]');
  const prefix = summary?.dataset['prefix'] ?? '';
  if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
  if (summary) summary.hidden = true;
  for (const error of form.querySelectorAll<HTMLElement>('.field-error')) error.hidden = true;
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
}

function showSuggestion(form: HTMLFormElement, suggestion: string | undefined): void {
  const button = form.querySelector<HTMLButtonElement>('[data-suggestion]');
  if (!button?.parentElement) return;
  button.value = suggestion ?? '';
  button.textContent = suggestion ? sendWithAddress(suggestion) : '';
  button.parentElement.hidden = !suggestion;
}

/** Renders `[email us](mailto:...)` as a link. */
function linked(text: string): (string | HTMLAnchorElement)[] {
  const [before = '', label, href = '', after = ''] = text.split(/\[([^[\]]+)\]\((mailto:[^()\s]+)\)/);
  if (label === undefined) return [before];
  const link = document.createElement('a');
  link.href = href;
  link.textContent = label;
  return [before, link, after];
}

function itemOf([field, message]: [string, string]): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `#${field}`;
  link.textContent = message;
  link.addEventListener('click', (event) => {
    const target = document.getElementById(field);
    if (!target) return;
    event.preventDefault();
    const first = target.matches('fieldset') ? target.querySelector<HTMLElement>('input') : null;
    target.scrollIntoView();
    (first ?? target).focus({ preventScroll: first !== null });
  });
  item.append(link);
  return item;
}

function showAtField(form: HTMLFormElement, field: string, message: string): void {
  const error = document.getElementById(`${field}-error`);
  if (!error || !form.contains(error)) return;
  error.textContent = message;
  error.hidden = false;
  const input = document.getElementById(field);
  if (input?.matches('input, select, textarea')) input.setAttribute('aria-invalid', 'true');
}
