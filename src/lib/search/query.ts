import { z } from 'zod';
import { pageTypes, type PageType } from '#lib/content/collections.ts';
import { ApiError } from '#lib/http/api-error.ts';

export const searchTypeSchema = z.enum(pageTypes);

const maxQueryLength = 200;

const wholeNumber = (
  { min, max, preset }: { min: number; max: number; preset: number },
  description: string,
) =>
  z
    .string()
    .regex(/^\d{1,4}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(preset)
    .meta({ description, type: 'integer', minimum: min, maximum: max, default: preset });

/** The parameters of `GET /api/search` as strings; `type` is a list. */
export const searchQuerySchema = z.object({
  q: z
    .string({ error: 'is missing' })
    // Pasted text may have control characters between words.
    .transform((text) => text.replace(/\p{Cc}/gu, ' ').trim())
    .refine((text) => text !== '', 'is blank')
    .refine((text) => [...text].length <= maxQueryLength, `is longer than ${maxQueryLength} characters`)
    .meta({
      description: `What to search for: 1 to ${maxQueryLength} characters. Words in quotes are a phrase.`,
      minLength: 1,
      maxLength: maxQueryLength,
    }),
  type: z
    .array(z.enum(pageTypes, { error: `must be one of ${pageTypes.join(', ')}` }))
    .default([])
    .transform((types) => [...new Set(types)].sort())
    .meta({
      description: 'Returns only pages of these types. Repeat it for more than one.',
      maxItems: 20,
    }),
  limit: wholeNumber({ min: 1, max: 50, preset: 10 }, 'The maximum number of results.'),
  offset: wholeNumber({ min: 0, max: 1000, preset: 0 }, 'The number of results to skip.'),
});

/** A valid query. */
export type SearchQuery = { query: string; types: PageType[]; limit: number; offset: number };

/** @throws ApiError INVALID_REQUEST for a parameter that is missing, repeated or invalid */
export function parseSearchQuery(url: URL): SearchQuery {
  const parameters: Record<string, string | string[]> = { type: url.searchParams.getAll('type') };
  for (const name of ['q', 'limit', 'offset']) {
    const values = url.searchParams.getAll(name);
    if (values.length > 1) throw invalidParameter(name, 'is given more than once');
    if (values[0] !== undefined) parameters[name] = values[0];
  }
  const parsed = searchQuerySchema.safeParse(parameters);
  if (parsed.success) {
    const { q, type, limit, offset } = parsed.data;
    return { query: q, types: type, limit, offset };
  }
  const [issue] = parsed.error.issues;
  throw invalidParameter(String(issue?.path[0] ?? 'q'), issue?.message ?? 'is not valid');
}

const resolutions: Readonly<Record<string, string>> = {
  q: `Give one q with 1 to ${maxQueryLength} characters, as in ?q=fees.`,
  type: `Use ${pageTypes.join(', ')}, and repeat type for more than one: &type=course&type=program.`,
  limit: 'Give one limit from 1 to 50, or leave it out for 10.',
  offset: 'Give one offset from 0 to 1000, or leave it out for 0.',
};

function invalidParameter(name: string, problem: string): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: `The parameter ${name} ${problem}.`,
    resolution: resolutions[name] ?? 'See /openapi.json for the parameters.',
  });
}
