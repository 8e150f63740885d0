import type { FormDefinition, FormField, FormInput, FormOption, FormOptions } from './form-definition.ts';

/** Further values of a parameter are ignored. */
const maxValues = 50;

/**
 * Reads the fields that the page's address fills in, such as `/apply?course=SOIL101&course=HYD101`. Values that are not
 * on offer are left out.
 */
export function readParameters(
  { fields }: FormDefinition,
  parameters: URLSearchParams,
  options: FormOptions,
): FormInput {
  const values: Record<string, string | string[]> = {};
  for (const [name, field] of Object.entries<FormField>(fields)) {
    if (!field.parameter) continue;
    const known = indexOptions(options[name] ?? []);
    const wanted = parameters.getAll(field.parameter).slice(0, maxValues).flatMap(splitValues);
    const found = wanted.slice(0, maxValues).flatMap((value) => known.get(value) ?? []);
    const [first] = found;
    if (field.type === 'list') values[name] = [...new Set(found)].slice(0, field.maxItems);
    else if (first !== undefined) values[name] = first;
  }
  return values;
}

function splitValues(text: string): string[] {
  return text.split(',', maxValues).map((value) => value.trim().toLowerCase());
}

/** Maps the lower-case spellings of options, including aliases, to their values. */
function indexOptions(options: readonly FormOption[]): ReadonlyMap<string, string> {
  return new Map(
    options.flatMap(({ value, aliases = [] }) =>
      [value, ...aliases].map((spelling) => [spelling.toLowerCase(), value]),
    ),
  );
}
