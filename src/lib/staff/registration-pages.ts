import type { Catalogue, CatalogueCourse } from '#lib/forms/catalogue.ts';
import type { Cursor, Page } from '#lib/store/list-page.ts';
import type { ListedRegistration, RegistrationList } from '#lib/store/forms/registration-list.ts';
import { maxChosen } from './choose-registrations.ts';
import { rowsPerPage } from './paging.ts';
import { toFilter, type RegistrationQuery } from './registration-filter.ts';
import { toRegistrationRow, type RegistrationRow } from './registration-rows.ts';

type ListOptions = {
  query: RegistrationQuery;
  cursor: Cursor | undefined;
  list: RegistrationList;
  catalogue: Catalogue & { readonly courses: readonly CatalogueCourse[] };
  now?: number;
};

type Option = { value: string; label: string };

type RegistrationListPage = Page<ListedRegistration> & {
  /** The rows as they are shown. */
  list: RegistrationRow[];
  /** How many can be chosen for a decision, on all pages; beyond `maxChosen`, that there are more. */
  choosable: number;
  /** Options of the filter, latest term first. */
  terms: Option[];
  courses: Option[];
};

/** Reads a page of the list and the options of its filter. @throws ApiError STORE_UNAVAILABLE */
export async function listRegistrations({
  query,
  cursor,
  list,
  catalogue,
  now = Date.now(),
}: ListOptions): Promise<RegistrationListPage> {
  const termTitle = (id: string) => catalogue.term(id)?.title ?? id;
  const [page, terms] = await Promise.all([
    list.page(toFilter(query), { cursor, limit: rowsPerPage, isOldestFirst: query.order === 'oldest' }),
    list.terms(),
  ]);
  const ids = page.rows.map(({ id }) => id);
  const isCounted = (!page.hasNewer && !page.hasOlder) || query.status === 'withdrawn';
  const [inTrouble, inConflict, notesOf, coursesOf, matching] = await Promise.all([
    list.withMailTrouble(page.rows.map(({ reference }) => reference)),
    list.inConflict(ids),
    list.notes(ids),
    list.courses(ids),
    isCounted ? undefined : list.references(toFilter(query), maxChosen + 1),
  ]);
  const choosable = matching ?? page.rows.filter(({ status }) => status !== 'withdrawn');
  const begins = (id: string) => catalogue.term(id)?.starts ?? '';
  const listed = [...new Set([...terms, ...(query.term === '' ? [] : [query.term])])];
  return {
    ...page,
    list: page.rows.map((row) =>
      toRegistrationRow(row, {
        courses: coursesOf.get(row.id) ?? [],
        isInConflict: inConflict.has(row.id),
        hasMailTrouble: inTrouble.has(row.reference),
        hasNotes: notesOf.has(row.id),
        termTitle,
        courseTitle: (code) => catalogue.course(code)?.title ?? '',
        now,
      }),
    ),
    choosable: choosable.length,
    terms: listed
      .toSorted((a, b) => begins(b).localeCompare(begins(a)))
      .map((id) => ({ value: id, label: termTitle(id) })),
    courses: listCourseOptions(catalogue, { terms: listed, chosen: query.course }),
  };
}

/**
 * The courses to filter by, each with its groups if it has several in one of the terms. Includes the chosen one even if it is no longer
 * in the catalogue.
 */
export function listCourseOptions(
  catalogue: Pick<ListOptions['catalogue'], 'courses' | 'offerings'>,
  { terms, chosen }: { terms: readonly string[]; chosen: string },
): Option[] {
  const options = catalogue.courses.flatMap(({ code, title }) => {
    const groups = Math.max(0, ...terms.map((term) => catalogue.offerings(code, term).length));
    const numbers = groups > 1 ? Array.from({ length: groups }, (_, index) => index + 1) : [];
    return [code, ...numbers.map((number) => `${code}-${number}`)].map((value) => ({
      value,
      label: `${value} ${title}`,
    }));
  });
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  return isKnown ? options : [...options, { value: chosen, label: chosen }];
}
