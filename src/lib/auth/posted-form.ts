import { ApiError } from '#lib/http/api-error.ts';
import { readBody } from '#lib/http/read-body.ts';
import { bodyErrors } from '#lib/i18n/en/errors.ts';

const defaultMaxBytes = 65_536;
const maxFields = 5_000;

/**
 * Reads all fields of a posted form in order, and normalises line ends to \n.
 * @throws ApiError like `readBody`, and INVALID_REQUEST for too many fields
 */
export async function readPostedForm(
  request: Request,
  maxBytes = defaultMaxBytes,
): Promise<[name: string, value: string][]> {
  const text = await readBody(request, 'application/x-www-form-urlencoded', { maxBytes });
  const fields = [...new URLSearchParams(text)].map(([name, value]): [string, string] => [
    name,
    value.replaceAll('\r\n', '\n'),
  ]);
  if (fields.length <= maxFields) return fields;
  throw new ApiError('INVALID_REQUEST', bodyErrors.tooManyFields({ max: maxFields }));
}
