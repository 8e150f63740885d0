import { allowedOfferings, readChosenCourses } from '#lib/forms/course-groups.ts';
import { findClashes } from '#lib/forms/timetable.ts';
import { clashText, courseTotals, noCourseFound } from '#lib/i18n/en/forms.ts';
import { createMoneyFormat } from '#lib/i18n/format.ts';

type Offerings = Parameters<typeof findClashes>[0][number]['offerings'];
type Chosen = { code: string; credits: number; fee: number; offerings: Offerings };

/**
 * Shows the courses of the chosen term, finds courses by words, and shows the totals and clashes of the chosen courses.
 * Returns a function that finds clashes, and returns them as an error of the field `courses`.
 */
export function connectCoursePicker(form: HTMLFormElement): () => Record<string, string> {
  const term = form.querySelector<HTMLSelectElement>('[name="term"]');
  const clashesOf = (chosen: readonly Chosen[]) => {
    const { starts = '', ends = '' } = term?.selectedOptions[0]?.dataset ?? {};
    return findClashes(chosen, { starts, ends });
  };
  const update = () => {
    const chosen = readChosen(form, term?.value ?? '');
    showTotals(form, chosen);
    showClashes(form, clashesOf(chosen));
  };
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) checkCourseOf(target);
    update();
  });
  update();
  connectSearch(form);
  return () => {
    const clashes = clashesOf(readChosen(form, term?.value ?? ''));
    return clashes.length > 0 ? { courses: describeClashes(clashes) } : {};
  };
}

/** Checks the course of a group that was checked. */
function checkCourseOf(group: HTMLInputElement): void {
  const box = group.closest('[data-choice]')?.querySelector('input');
  if (box && group.closest('.groups') && group.checked) box.checked = true;
}

/** Unchecks and hides the courses and groups that the term does not offer, and unchecks groups of unchecked courses. */
function readChosen(form: HTMLFormElement, term: string): Chosen[] {
  return [...form.querySelectorAll<HTMLElement>('[data-choice]')].flatMap((item) => {
    const box = item.querySelector('input');
    const ofTerms = [...item.querySelectorAll<HTMLElement>('[data-term]')];
    for (const each of ofTerms) each.hidden = each.dataset['term'] !== term;
    const [offer, groups] = ofTerms.filter(({ hidden }) => !hidden);
    item.classList.toggle('not-offered', offer === undefined);
    if (box && !offer) box.checked = false;
    const groupBoxes = [...item.querySelectorAll<HTMLInputElement>('.groups input')];
    for (const each of groupBoxes) each.checked &&= box?.checked === true && groups?.contains(each) === true;
    if (!box?.checked || !offer) return [];
    const { fee, offerings = '[]' } = offer.dataset;
    const { groups: asked = [] } =
      readChosenCourses(groupBoxes.filter(({ checked }) => checked).map(({ value }) => value))[0] ?? {};
    return [
      {
        code: box.value,
        credits: Number(item.dataset['credits']),
        fee: Number(fee),
        offerings: allowedOfferings(asked, JSON.parse(offerings) as Offerings),
      },
    ];
  });
}

function showTotals(form: HTMLFormElement, chosen: readonly Chosen[]): void {
  const sum = (part: 'credits' | 'fee') => chosen.reduce((total, each) => total + each[part], 0);
  const money = createMoneyFormat(document.documentElement.lang, form.dataset['currency'] ?? 'GBP');
  const text = courseTotals({
    count: chosen.length,
    credits: sum('credits'),
    fee: money.format(sum('fee')),
  });
  for (const totals of form.querySelectorAll('[data-course-totals]'))
    if (totals.textContent !== text) totals.textContent = text;
}

type Clashes = readonly (readonly string[])[];

function describeClashes(clashes: Clashes): string {
  return clashes.map((courses) => clashText({ courses })).join(' ');
}

/** Shows all clashes beside the totals, and the clashes of each course below that course. */
function showClashes(form: HTMLFormElement, clashes: Clashes): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-course-clash], [data-choice-clash]')) {
    const code = place.parentElement?.querySelector<HTMLInputElement>('[name="courses"]')?.value;
    const own = code === undefined ? clashes : clashes.filter((courses) => courses.includes(code));
    const text = describeClashes(own);
    if (place.textContent.trim() !== text) place.textContent = text;
    place.hidden = text === '';
  }
}

/** Expands the subjects with matching courses during a search. Chosen courses stay visible. */
function connectSearch(form: HTMLFormElement): void {
  const picker = form.querySelector<HTMLElement>('[data-course-picker]');
  const field = picker?.querySelector<HTMLElement>('[data-course-search]');
  const input = field?.querySelector('input');
  const status = field?.querySelector('[role="status"]');
  if (!picker || !field || !input || !status) return;
  field.hidden = false;
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const group of picker.querySelectorAll<HTMLDetailsElement>('[data-subject]')) {
      let inGroup = 0;
      for (const item of group.querySelectorAll<HTMLElement>('[data-choice]')) {
        const text = item.textContent.toLowerCase();
        const isFound = words.every((word) => text.includes(word));
        item.hidden = !isFound && !item.querySelector('input')?.checked;
        if (isFound) inGroup += 1;
      }
      group.hidden = words.length > 0 && inGroup === 0;
      group.open = words.length > 0 && inGroup > 0;
      found += inGroup;
    }
    status.textContent = found === 0 ? noCourseFound : '';
  });
  // Enter must not submit the form.
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
}
