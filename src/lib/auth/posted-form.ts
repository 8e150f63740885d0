import { ApiError } from '#lib/http/api-error.ts';
import { readBody } from '#lib/http/read-body.ts';

const limits = { maxBytes: 65_536 };
const mostFields = 200;

/**
 * All fields of a posted form, in their order, line ends as \n.
 * @throws ApiError like `readBody`, and INVALID_REQUEST for more fields than a form of ours has
 */
export async function readPostedForm(request: Request): Promise<[name: string, value: string][]> {
  const text = await readBody(request, 'application/x-www-form-urlencoded', limits);
  const fields = [...new URLSearchParams(text)].map(([name, value]): [string, string] => [
    name,
    value.replaceAll('\r\n', '\n'),
  ]);
  if (fields.length <= mostFields) return fields;
  throw new ApiError('INVALID_REQUEST', {
    message: `The form has more than ${mostFields} fields.`,
    resolution: 'Send fewer of them at once.',
  });
}
