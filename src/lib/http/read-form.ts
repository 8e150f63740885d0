import { bodyErrors, fieldErrors } from '#lib/i18n/en/errors.ts';
import { ApiError } from './api-error.ts';
import { type BodyLimits, readBody } from './read-body.ts';

/** How often a field may occur: once at most, or any number of times, as checkboxes with the same name do. */
export type FormFields = Readonly<Record<string, 'one' | 'many'>>;

type FormValues<Fields extends FormFields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends 'many' ? string[] : string | undefined;
};

/**
 * Reads a form that a browser posts without JavaScript. Keeps only the named fields: `many` gives a list, which may
 * be empty; `one` gives undefined if the field is missing and '' if it is blank. Line breaks become \n, as scripts
 * send them.
 * @throws ApiError like `readBody`, and INVALID_REQUEST for broken percent-encoding or a `one` sent twice
 */
export async function readForm<Fields extends FormFields>(
  request: Request,
  { fields, ...limits }: BodyLimits & { fields: Fields },
): Promise<FormValues<Fields>> {
  const pairs = parsePairs(await readBody(request, 'application/x-www-form-urlencoded', limits));
  const entries = Object.entries(fields).map(([name, count]) => {
    const values = pairs.flatMap(([key, value]) => (key === name ? [value] : []));
    if (count === 'one' && values.length > 1) throw sentTwice(name);
    return [name, count === 'many' ? values : values[0]];
  });
  return Object.fromEntries(entries) as FormValues<Fields>;
}

/** Stricter than URLSearchParams, which turns invalid UTF-8 into replacement characters. */
function parsePairs(text: string): [name: string, value: string][] {
  try {
    return text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [decode(name), decode(value.join('='))];
      });
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', { ...bodyErrors.badlyEncodedForm, cause });
  }
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' ')).replaceAll('\r\n', '\n');
}

function sentTwice(name: string): ApiError {
  return new ApiError('INVALID_REQUEST', {
    ...bodyErrors.repeatedField,
    fields: { [name]: fieldErrors.sentTwice },
  });
}
