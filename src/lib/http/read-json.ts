import { safeParse, type $ZodType, type output } from 'zod/v4/core';
import { bodyErrors, requestErrors } from '#lib/i18n/en/errors.ts';
import { ApiError } from './api-error.ts';
import { type BodyLimits, readBody } from './read-body.ts';

/** Bounds the response to a body with thousands of invalid members. */
const maxFields = 50;

/**
 * Reads a JSON object and validates it.
 * @throws ApiError like `readBody` and `requireValid`, and INVALID_REQUEST if the body is not a JSON object
 */
export async function readJson<Schema extends $ZodType>(
  request: Request,
  schema: Schema,
  limits: BodyLimits,
): Promise<output<Schema>> {
  return requireValid(parseObject(await readBody(request, 'application/json', limits)), schema);
}

/**
 * Validates input. A page that reads its form with `readForm` uses the same schema as the API.
 * @param further errors that the schema can't find, by member
 * @throws ApiError INVALID_REQUEST with the first error of each member in `fields`, by its dotted path
 */
export function requireValid<Schema extends $ZodType>(
  value: unknown,
  schema: Schema,
  further: Readonly<Record<string, string>> = {},
): output<Schema> {
  const result = safeParse(schema, value);
  if (result.success && Object.keys(further).length === 0) return result.data;
  const fields = new Map<string, string>();
  const general: string[] = [];
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path.map(String).join('.');
    if (field === '') general.push(message);
    else if (!fields.has(field) && fields.size < maxFields) fields.set(field, message);
  }
  for (const [field, message] of Object.entries(further)) if (!fields.has(field)) fields.set(field, message);
  const { message, resolution } = requestErrors.invalidFields;
  throw new ApiError('INVALID_REQUEST', {
    message: general[0] ?? message,
    resolution: fields.size > 0 ? resolution : requestErrors.invalidBodyResolution,
    ...(fields.size > 0 && { fields: Object.fromEntries(fields) }),
  });
}

function parseObject(text: string): object {
  const value = parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ApiError('INVALID_REQUEST', bodyErrors.notAnObject);
}

function parse(text: string): unknown {
  try {
    // Drop `__proto__`: copying the object by assignment would set the prototype of the copy.
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch (cause) {
    const problem = text.trim() === '' ? bodyErrors.empty : bodyErrors.notJson;
    throw new ApiError('INVALID_REQUEST', { ...problem, cause });
  }
}
