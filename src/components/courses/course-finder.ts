import { findMatches, listWords, type CourseFacts } from '#lib/finder/match.ts';
import {
  choiceNames,
  countChosen,
  describeFilter,
  parseQuery,
  toParameters,
  type Choices,
  type FilterName,
  type FinderQuery,
} from '#lib/finder/finder-query.ts';
import { countChoice, findLoosenings } from '#lib/finder/refine.ts';
import { finderResultText as text } from '#lib/i18n/en/finder.ts';
import { createMoneyFormat } from '#lib/i18n/format.ts';
import { readSeats } from './show-free-seats.ts';

type Row = { element: HTMLElement; facts: CourseFacts; home: Element };

/** In milliseconds. */
const typingPause = 150;

/**
 * Filters the list of courses at once, writes the filters into the address, and announces the number of courses found.
 * Filtered courses are in one list; without filters, they are listed by subject.
 */
export function connectCourseFinder(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('[data-finder="true"]');
  const results = page.querySelector<HTMLElement>('[data-finder-results]');
  const list = results?.querySelector('ul');
  if (!form || !results || !list) return;
  const choices = readChoices(form);
  const rows = readRows(page);
  const money = createMoneyFormat(document.documentElement.lang, form.dataset['currency'] ?? 'GBP');
  const readQuery = () => parseQuery(new URLSearchParams(new FormData(form) as never), choices);

  const show = () => {
    const query = readQuery();
    const isFiltered = toParameters(query).size > 0;
    const facts = rows.map((row) => row.facts);
    const found = isFiltered ? findMatches(facts, query) : facts;
    const shown = isFiltered ? found : [];
    for (const [home, group] of Map.groupBy(rows, (row) => row.home)) {
      placeInOrder(home, group.filter((row) => !shown.includes(row.facts)).map(elementOf));
    }
    placeInOrder(
      list,
      shown.flatMap((each) => rows.filter((row) => row.facts === each).map(elementOf)),
    );
    results.hidden = !isFiltered;
    const others = page.querySelectorAll<HTMLElement>('[data-course-section], .subject-links');
    for (const section of others) section.hidden = isFiltered;
    showCounts(form, facts, query);
    showFound(page, form, { query, shown: found.length, total: rows.length });
    const formatPrice = (price: number) => money.format(price);
    const words = { choices, freeSeats: text.freeSeats, formatPrice };
    const valueOf = (name: FilterName, described: FinderQuery) => describeFilter(described, name, words);
    showLoosenings(results, found.length > 0 ? [] : findLoosenings(facts, query, valueOf));
  };
  const restore = () => {
    writeForm(form, parseQuery(new URLSearchParams(location.search), choices));
    show();
  };
  const update = connectHistory(form, { readQuery, show, restore });
  results.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-loosen]') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    restore();
    goTo(results);
  });
  if (location.search === '') update();
  else restore();
  void addWords(rows).then(show);
  void readSeats().then((seats) => {
    for (const row of rows) {
      const { code, runs } = row.facts;
      const withSeats = runs.map((run) => ({ ...run, free: seats?.[run.term]?.[code]?.free }));
      row.facts = { ...row.facts, runs: withSeats };
    }
    if (readQuery().seats) show();
  });
}

/** Focusing alone would not scroll back to the start of a list that is taller than the screen. */
function goTo(results: HTMLElement): void {
  results.focus({ preventScroll: true });
  results.scrollIntoView();
}

function elementOf({ element }: Row): HTMLElement {
  return element;
}

/** Leaves elements that are in place where they are: browsers drop a click if its element moves before the mouse is up. */
function placeInOrder(parent: Element, elements: readonly HTMLElement[]): void {
  for (const [index, element] of elements.entries()) {
    const current = parent.children[index];
    if (current !== element) parent.insertBefore(element, current ?? null);
  }
}

type Actions = { readQuery: () => FinderQuery; show: () => void; restore: () => void };

/** Adds a history entry for each choice, and one for all typing in a field. */
function connectHistory(form: HTMLFormElement, { readQuery, show, restore }: Actions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let typedIn: EventTarget | null = null;
  const update = (source: EventTarget | null) => {
    show();
    const search = toParameters(readQuery()).toString();
    const address = search === '' ? location.pathname : `?${search}`;
    if (address === (location.search || location.pathname)) return;
    const isTyped = source instanceof HTMLInputElement && source.type !== 'checkbox';
    if (isTyped && source === typedIn) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    typedIn = isTyped ? source : null;
  };
  form.addEventListener('input', ({ target }) => {
    clearTimeout(timer);
    timer = setTimeout(() => update(target), typingPause);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    update(null);
    const box = form.querySelector('details');
    if (box && !matchMedia('(min-width: 66rem)').matches) box.open = false;
    const results = document.querySelector<HTMLElement>('[data-finder-results]:not([hidden])');
    if (results) goTo(results);
  });
  form.querySelector('[data-finder-reset]')?.addEventListener('click', (event) => {
    event.preventDefault();
    history.pushState(null, '', location.pathname);
    restore();
  });
  window.addEventListener('popstate', restore);
  return () => update(document.activeElement);
}

function readRows(page: Document): Row[] {
  return [...page.querySelectorAll<HTMLElement>('[data-course]')].flatMap((element) => {
    const home = element.parentElement;
    if (!home) return [];
    const facts = JSON.parse(element.dataset['course'] ?? '{}') as CourseFacts;
    // Until the words are loaded, keywords match the text of the row.
    return [{ element, home, facts: { ...facts, words: listWords(element.textContent) } }];
  });
}

/** Fetches the searchable words that are not in the rows. */
async function addWords(rows: readonly Row[]): Promise<void> {
  const response = await fetch('/courses/words.json').catch(() => undefined);
  if (!response?.ok) return;
  const words = (await response.json()) as Readonly<Record<string, string | undefined>>;
  for (const { facts } of rows) facts.words = words[facts.code] ?? facts.words;
}

function readChoices(form: HTMLFormElement): Choices {
  const choices = choiceNames.map((name) => {
    const boxes = [...form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];
    return [
      name,
      boxes.map(({ value, dataset: { also }, nextElementSibling: label }) => ({
        value,
        title: label?.textContent.trim() ?? value,
        ...(also && { also }),
      })),
    ];
  });
  return Object.fromEntries(choices) as Choices;
}

function writeForm(form: HTMLFormElement, query: FinderQuery): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      const values = field.name === 'seats' ? (query.seats ? ['1'] : []) : query[field.name as 'level'];
      field.checked = values.includes(field.value);
    } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.value = String(query[field.name as 'q' | 'price' | 'sort'] ?? '');
    }
  }
}

function showCounts(form: HTMLFormElement, facts: readonly CourseFacts[], query: FinderQuery): void {
  for (const box of form.querySelectorAll<HTMLInputElement>('[type="checkbox"]')) {
    const counter = box.parentElement?.querySelector('[data-count]');
    const name = choiceNames.find((each) => each === box.name);
    if (counter && name) counter.textContent = String(countChoice(facts, query, { name, value: box.value }));
  }
}

type Found = { query: FinderQuery; shown: number; total: number };

function showFound(page: Document, form: HTMLFormElement, { query, shown, total }: Found): void {
  const status = page.querySelector('[data-finder-status]');
  const found = text.found({ shown, total });
  if (status && status.textContent !== found) status.textContent = found;
  const button = form.querySelector('[data-finder-show]');
  if (button) button.textContent = text.show({ shown });
  const summary = form.querySelector('[data-finder-summary]');
  if (summary) summary.textContent = text.filtersBox({ count: countChosen(query) });
}

function showLoosenings(results: HTMLElement, loosenings: ReturnType<typeof findLoosenings>): void {
  const place = results.querySelector('[data-finder-loosen]');
  if (!place) return;
  const isEmpty = results.querySelector('[data-course]') === null && !results.hidden;
  if (!isEmpty) return place.replaceChildren();
  const sentence = document.createElement('p');
  sentence.className = 'notice';
  const [first] = loosenings;
  sentence.textContent = !first
    ? text.nothingAtAll
    : first.filters.length === 1
      ? text.nothing
      : text.nothingInPairs;
  const list = document.createElement('ul');
  list.className = 'loosenings';
  list.append(
    ...loosenings.map((loosening) => {
      const link = document.createElement('a');
      link.href = `?${toParameters(loosening.query)}`;
      link.dataset['loosen'] = '';
      link.textContent = text.loosening(loosening);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  place.replaceChildren(sentence, list);
}
