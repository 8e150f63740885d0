import { courseCountText } from '#lib/i18n/en/studies.ts';
import { countMatches, isMatch, type Chosen, type Facets } from './course-facets.ts';

type Row = { element: HTMLElement; facets: Facets };

/** Filters the rows, keeps the filter in the URL and shows the number of matches for each choice. */
export function connectCourseFilter(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('[data-course-filter]');
  const box = page.querySelector<HTMLDetailsElement>('[data-filter-box]');
  const all = form?.querySelector('[data-count-all]');
  if (!form || !box || !all) return;
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input')];
  const rows = readRows(page);

  const show = () => {
    const chosen = readChosen(boxes);
    let shown = 0;
    for (const { element, facets } of rows) {
      element.hidden = !isMatch(facets, chosen);
      if (!element.hidden) shown += 1;
    }
    for (const section of page.querySelectorAll<HTMLElement>('[data-course-section]')) {
      section.hidden = section.querySelector('[data-facets]:not([hidden])') === null;
    }
    const facets = rows.map((row) => row.facets);
    for (const { name, value, parentElement } of boxes) {
      const count = countMatches(facets, chosen, { name, value });
      const counter = parentElement?.querySelector('[data-count]');
      if (counter) counter.textContent = String(count);
    }
    all.textContent = courseCountText({ shown, total: rows.length });
  };

  const query = new URLSearchParams(location.search);
  for (const choice of boxes) choice.checked = query.getAll(choice.name).includes(choice.value);
  box.hidden = false;
  box.open = matchMedia('(min-width: 66rem)').matches;
  show();
  const update = () => {
    show();
    const search = new URLSearchParams(new FormData(form) as unknown as Record<string, string>).toString();
    history.replaceState(null, '', search === '' ? location.pathname : `?${search}`);
  };
  form.addEventListener('change', update);
  // The browser clears the checkboxes after the reset event.
  form.addEventListener('reset', () => setTimeout(update));
  form.addEventListener('submit', (event) => event.preventDefault());
}

function readRows(page: Document): Row[] {
  return [...page.querySelectorAll<HTMLElement>('[data-facets]')].map((element) => ({
    element,
    facets: JSON.parse(element.dataset['facets'] ?? '{}') as Facets,
  }));
}

function readChosen(boxes: readonly HTMLInputElement[]): Chosen {
  const chosen = new Map<string, Set<string>>();
  for (const { name, value, checked } of boxes) {
    if (!checked) continue;
    const values = chosen.get(name) ?? new Set();
    chosen.set(name, values.add(value));
  }
  return chosen;
}
