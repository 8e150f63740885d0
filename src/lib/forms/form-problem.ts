import type { ApiError } from '#lib/http/api-error.ts';

/** What a form's page shows of an error: a sentence on top, and what is wrong with each field. */
export type FormProblem = { text: string; fields: Readonly<Record<string, string>> };

/** Faults within a list (`courses.0`) are told at the list's field. */
export function describeProblem({ message, resolution, fields = {} }: ApiError): FormProblem {
  const byField: Record<string, string> = {};
  for (const [path, text] of Object.entries(fields)) byField[path.split('.')[0] ?? path] ??= text;
  // How to send a request is for programs; a person with fields to mend reads them in the list.
  return { text: Object.keys(byField).length > 0 ? '' : `${message} ${resolution}`, fields: byField };
}
