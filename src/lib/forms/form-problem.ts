/** An error as a page shows it: a sentence at the top and an error at each field. */
export type FormProblem = { text: string; fields: Readonly<Record<string, string>> };

type ErrorDetails = {
  message: string;
  resolution: string;
  fields?: Readonly<Record<string, string>> | undefined;
};

/** Assigns an error within a list (`courses.0`) to the list. Leaves out the general sentence if fields have errors. */
export function describeProblem({ message, resolution, fields = {} }: ErrorDetails): FormProblem {
  const byField: Record<string, string> = {};
  for (const [path, text] of Object.entries(fields)) byField[path.split('.')[0] ?? path] ??= text;
  return { text: Object.keys(byField).length > 0 ? '' : `${message} ${resolution}`, fields: byField };
}
