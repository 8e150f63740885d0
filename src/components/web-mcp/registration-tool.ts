import type { FormField } from '#lib/forms/form-definition.ts';
import { registrationForm } from '#lib/forms/registration-form.ts';
import { goTo } from './open-page-tool.ts';
import { textsOf, type PageTool } from './tool.ts';

type RegistrationInput = { courses: string[]; term: string | undefined; fields: Record<string, string> };

const { name: formName, fields: formFields, path: formPath } = registrationForm;
/** Key in session storage for the values of the next page, because URLs must not contain personal data. */
const storageKey = 'registration-to-fill';
const textFields = Object.entries<FormField>(formFields).filter(
  ([, { isCustom, type }]) => !isCustom && type !== 'list',
);
const person = textFields.map(([name]) => name);
const next = 'Nothing was sent. The person checks the form and sends it.';

/** Creates the tool that fills in the registration form. It never submits the form. */
export function createRegistrationTool(): PageTool {
  const text = (description: string) => ({ type: 'string', description });
  return {
    name: 'fill_registration_form',
    title: 'Fill in the registration form',
    description:
      'Fills in the course registration form for a student. The person checks and sends it. If another page is open, it goes to the form first. Fill in only what the person told you.',
    inputSchema: {
      type: 'object',
      properties: {
        courses: { type: 'array', items: text('A course code, like SOIL201'), description: 'Course codes' },
        term: text('The title or id of the term; the next one if left out'),
        ...Object.fromEntries(
          textFields.map(([name, { label, description = label }]) => [name, text(description)]),
        ),
      },
    },
    annotations: { readOnlyHint: false },
    async execute(input) {
      const registration = readInput(input);
      if (location.pathname === formPath) return fillForm(registration);
      sessionStorage.setItem(storageKey, JSON.stringify(registration));
      const target = new URL(formPath, location.origin);
      for (const course of registration.courses) target.searchParams.append('course', course);
      goTo(target);
      return { opening: target.href, next: `The form opens and is filled in. ${next}` };
    },
  };
}

/** Fills in the values from the previous page. They are deleted from storage on any page. */
export function takeKeptRegistration(): void {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  if (stored && location.pathname === formPath) fillForm(parseStored(stored));
}

function readInput(input: unknown): RegistrationInput {
  const { term, ...texts } = textsOf(input);
  const { courses } = (input ?? {}) as { courses?: unknown };
  const codes = (Array.isArray(courses) ? courses : []).filter((code) => typeof code === 'string');
  const fields = Object.entries(texts).filter(([name]) => person.includes(name));
  return {
    term,
    courses: codes.map((code) => code.trim().toUpperCase()),
    fields: Object.fromEntries(fields),
  };
}

function parseStored(stored: string): RegistrationInput {
  const { courses, term, fields } = JSON.parse(stored) as RegistrationInput;
  return readInput({ ...fields, courses, term });
}

function fillForm({ courses, term, fields }: RegistrationInput): object {
  const form = document.querySelector<HTMLFormElement>(`form[data-form="${formName}"]`);
  if (!form) return { error: 'No term is open for registration today.' };
  const notFilled: string[] = [];
  if (term && !chooseTerm(form, term)) notFilled.push(`term ${term}: it is not open`);
  for (const code of courses) {
    if (!chooseCourse(form, code)) notFilled.push(`course ${code}: it is not on offer in that term`);
  }
  for (const [name, value] of Object.entries(fields)) write(form, name, value);
  const status = form.querySelector('[data-status]');
  if (status) status.textContent = 'Your assistant filled this in. Check it before you send it.';
  form.scrollIntoView();
  return { filled: filledIn(form), ...(notFilled.length > 0 && { notFilled }), next };
}

function chooseTerm(form: HTMLFormElement, term: string): boolean {
  const field = form.elements.namedItem('term');
  if (!(field instanceof HTMLSelectElement)) return false;
  const wanted = term.toLowerCase();
  const option = [...field.options].find(
    ({ value, text }) => value.toLowerCase() === wanted || text.trim().toLowerCase() === wanted,
  );
  if (!option) return false;
  field.value = option.value;
  announce(field);
  return true;
}

/** Checks a course. Returns false if the form unchecks it again, because the term does not offer it. */
function chooseCourse(form: HTMLFormElement, code: string): boolean {
  const box = form.querySelector<HTMLInputElement>(`[name="courses"][value="${CSS.escape(code)}"]`);
  if (!box) return false;
  box.checked = true;
  announce(box);
  return box.checked;
}

function write(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.value = value;
  announce(field);
}

function announce(field: HTMLElement): void {
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function filledIn(form: HTMLFormElement): { fields: string[]; courses: string[] } {
  const data = new FormData(form);
  const fields = ['term', ...person].filter((name) => data.get(name));
  return { fields, courses: data.getAll('courses').map(String) };
}
