import { goTo } from './open-page-tool.ts';
import { textsOf, type PageTool } from './tool.ts';

type Wishes = { courses: string[]; term: string | undefined; fields: Record<string, string> };

const formPath = '/register';
/** For the tab alone, from one page to the next: what a person is called does not belong into an address. */
const keptUnder = 'registration-to-fill';
const person = ['studentNumber', 'givenName', 'familyName', 'email', 'note'];
const next = 'Nothing was sent. The person checks the form and sends it.';

/** The tool that fills in the registration form. It never sends it. */
export function createRegistrationTool(): PageTool {
  const text = (description: string) => ({ type: 'string', description });
  return {
    name: 'fill_registration_form',
    title: 'Fill in the registration form',
    description:
      'Fills in the form with which a student asks for places on courses, and leaves it to the person to check and send. Goes to the form first where another page is open. Fill in only what the person told you.',
    inputSchema: {
      type: 'object',
      properties: {
        courses: { type: 'array', items: text('A course code, like SOIL201'), description: 'Course codes' },
        term: text('The term, as the form names it or by its id; left out for the next one'),
        studentNumber: text('As on the student card'),
        givenName: text('Given name'),
        familyName: text('Family name'),
        email: text('Email address'),
        note: text('Note to the registrar'),
      },
    },
    annotations: { readOnlyHint: false },
    async execute(input) {
      const wishes = wishesOf(input);
      if (location.pathname === formPath) return fillForm(wishes);
      sessionStorage.setItem(keptUnder, JSON.stringify(wishes));
      const target = new URL(formPath, location.origin);
      for (const course of wishes.courses) target.searchParams.append('course', course);
      goTo(target);
      return { opening: target.href, next: `The form opens and is filled in. ${next}` };
    },
  };
}

/** Fills in what was asked for on the page before. Whatever page comes first takes it, so that it never lingers. */
export function takeKeptRegistration(): void {
  const kept = sessionStorage.getItem(keptUnder);
  sessionStorage.removeItem(keptUnder);
  if (kept && location.pathname === formPath) fillForm(wishesOfKept(kept));
}

function wishesOf(input: unknown): Wishes {
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

function wishesOfKept(kept: string): Wishes {
  const { courses, term, fields } = JSON.parse(kept) as Wishes;
  return wishesOf({ ...fields, courses, term });
}

function fillForm({ courses, term, fields }: Wishes): object {
  const form = document.querySelector<HTMLFormElement>('form[data-api="/api/course-registration"]');
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

/** The form itself takes out a course that the chosen term has not. */
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

/** Names of the fields that are no longer empty, and the courses that are chosen. */
function filledIn(form: HTMLFormElement): { fields: string[]; courses: string[] } {
  const data = new FormData(form);
  const fields = ['term', ...person].filter((name) => data.get(name));
  return { fields, courses: data.getAll('courses').map(String) };
}
