import type { Catalogue, CatalogueCourse } from '#lib/forms/catalogue.ts';
import type { Cursor, Page } from '#lib/store/page.ts';
import type { ListedRegistration, RegistrationList } from '#lib/store/registration-list.ts';
import { rowsPerPage } from './paging.ts';
import { toFilter, type RegistrationQuery } from './registration-filter.ts';

type ListOptions = {
  query: RegistrationQuery;
  cursor: Cursor | undefined;
  list: RegistrationList;
  catalogue: Catalogue & { readonly courses: readonly CatalogueCourse[] };
};

type RegistrationListPage = Page<ListedRegistration> & {
  /** References of the rows with a letter that failed. */
  inTrouble: Set<string>;
  /** Ids of the rows that are in conflict with another registration. */
  inConflict: Set<string>;
  /** What the filter can choose from, the latest term first. */
  terms: { id: string; title: string }[];
  courses: { code: string; title: string }[];
  termTitle: (id: string) => string;
};

/** A page of the list with what stands around it. @throws ApiError STORE_UNAVAILABLE */
export async function listRegistrations({
  query,
  cursor,
  list,
  catalogue,
}: ListOptions): Promise<RegistrationListPage> {
  const termTitle = (id: string) => catalogue.term(id)?.title ?? id;
  const [page, terms] = await Promise.all([
    list.page(toFilter(query), { cursor, limit: rowsPerPage }),
    list.terms(),
  ]);
  const [inTrouble, inConflict] = await Promise.all([
    list.withMailTrouble(page.rows.map(({ reference }) => reference)),
    list.inConflict(page.rows.map(({ id }) => id)),
  ]);
  const begins = (id: string) => catalogue.term(id)?.starts ?? '';
  const listed = [...new Set([...terms, ...(query.term === '' ? [] : [query.term])])];
  return {
    ...page,
    inTrouble,
    inConflict,
    termTitle,
    terms: listed
      .toSorted((a, b) => begins(b).localeCompare(begins(a)))
      .map((id) => ({ id, title: termTitle(id) })),
    courses: withChosen(
      catalogue.courses.map(({ code, title }) => ({ code, title })),
      query.course,
    ),
  };
}

/** A course that has left the catalogue can still be asked for. */
function withChosen(courses: { code: string; title: string }[], code: string) {
  const isKnown = code === '' || courses.some((course) => course.code === code);
  return isKnown ? courses : [...courses, { code, title: '' }];
}
