/** An error as a page shows it: a sentence at the top and an error at each field. */
export type FormProblem = { text: string; fields: Readonly<Record<string, string>> };

type ErrorDetails = {
  message: string;
  resolution: string;
  fields?: Readonly<Record<string, string>> | undefined;
};

/** An error within a list (`courses.0`) belongs to the list. With errors at fields, the general sentence is left out. */
export function describeProblem({ message, resolution, fields = {} }: ErrorDetails): FormProblem {
  const byField: Record<string, string> = {};
  for (const [path, text] of Object.entries(fields)) byField[path.split('.')[0] ?? path] ??= text;
  return { text: Object.keys(byField).length > 0 ? '' : `${message} ${resolution}`, fields: byField };
}
