import type { FormOptions, SubmissionForm } from '#lib/forms/form-definition.ts';
import { normalizeText } from '#lib/http/client-text.ts';
import type { Cursor } from '#lib/store/list-page.ts';
import type { SubmissionFilter, SubmissionList } from '#lib/store/forms/submission-list.ts';
import type { Submission } from '#lib/store/forms/submissions.ts';
import { handlingLabels } from './labels.ts';
import { pagerLinks, rowsPerPage } from './paging.ts';
import { isHandling } from './registration-filter.ts';

/** The filter of the list, as in the address. */
export type SubmissionQuery = { text: string; status: string; topic: string };

type ListOptions = {
  form: SubmissionForm;
  options: FormOptions;
  query: SubmissionQuery;
  cursor: Cursor | undefined;
  list: SubmissionList;
};

type SubmissionListPage = {
  rows: (Pick<Submission, 'reference' | 'name' | 'email' | 'handling'> & {
    href: string;
    receivedAt: number;
    /** Label of the submission's topic. */
    topic: string;
    status: string;
    hasMailTrouble: boolean;
  })[];
  /** Options of the filter. */
  topics: { value: string; label: string }[];
  pager: ReturnType<typeof pagerLinks>;
};

/** Reads the filter; invalid values are left out. */
export function readSubmissionQuery({ searchParams }: URL): SubmissionQuery {
  const read = (name: string) => normalizeText((searchParams.get(name) ?? '').trim().slice(0, 200), 'NFC');
  const status = read('status');
  return { text: read('q'), status: isHandling(status) ? status : '', topic: read('topic') };
}

export function toSubmissionFilter({ text, status, topic }: SubmissionQuery): SubmissionFilter {
  return {
    ...(text !== '' && { text }),
    ...(isHandling(status) && { handling: status }),
    ...(topic !== '' && { topic }),
  };
}

/** The address of `path` with the filter and the cursor. */
export function submissionsAddress(
  path: string,
  { text, status, topic }: SubmissionQuery,
  cursor?: Cursor,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ q: text, status, topic })) {
    if (value !== '') parameters.set(name, value);
  }
  if (cursor) parameters.set(cursor.towards, cursor.id);
  return parameters.size > 0 ? `${path}?${parameters.toString()}` : path;
}

/** Reads a page of the list and the options of its filter. @throws ApiError STORE_UNAVAILABLE */
export async function listSubmissions({
  form,
  options,
  query,
  cursor,
  list,
}: ListOptions): Promise<SubmissionListPage> {
  const [page, topics] = await Promise.all([
    list.page(form.name, toSubmissionFilter(query), { cursor, limit: rowsPerPage }),
    list.topics(form.name),
  ]);
  const inTrouble = await list.withMailTrouble(page.rows.map(({ reference }) => reference));
  const known = options[form.topic] ?? [];
  const labelOf = (value: string) => known.find((option) => option.value === value)?.label ?? value;
  const listed = [...new Set([...topics, ...(query.topic === '' ? [] : [query.topic])])];
  return {
    rows: page.rows.map((row) => ({
      ...row,
      href: `${form.staffPath}/${row.reference}`,
      receivedAt: row.received_at,
      topic: labelOf(row.topic),
      status: handlingLabels[row.handling],
      hasMailTrouble: inTrouble.has(row.reference),
    })),
    topics: listed
      .map((value) => ({ value, label: labelOf(value) }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
    pager: pagerLinks(page, (row, towards = 'older') =>
      submissionsAddress(form.staffPath, query, row && { id: row.id, towards }),
    ),
  };
}
