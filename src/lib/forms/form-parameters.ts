import type { FormDefinition, FormField, FormInput, FormOptions } from './form-definition.ts';

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
    const wanted = parameters.getAll(field.parameter).flatMap((value) => value.split(','));
    const found = wanted.flatMap((value) => findOption(options[name] ?? [], value.trim()) ?? []);
    const [first] = found;
    if (field.type === 'list') values[name] = [...new Set(found)].slice(0, field.maxItems);
    else if (first !== undefined) values[name] = first;
  }
  return values;
}

/** In any case, also by an alias. */
function findOption(options: FormOptions[string], wanted: string): string | undefined {
  const isWanted = (text: string) => text.toLowerCase() === wanted.toLowerCase();
  return options.find(({ value, aliases = [] }) => isWanted(value) || aliases.some(isWanted))?.value;
}
