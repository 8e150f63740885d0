import { z } from 'zod';
import { pageTypes, type PageType } from '#lib/content/collections.ts';
import { ApiError } from '#lib/http/api-error.ts';

export const searchTypeSchema = z.enum(pageTypes);

const longestQuery = 200;

const wholeNumber = (
  { least, most, usual }: { least: number; most: number; usual: number },
  description: string,
) =>
  z
    .string()
    .regex(/^\d{1,4}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`))
    .default(usual)
    .meta({ description, type: 'integer', minimum: least, maximum: most, default: usual });

/** The parameters of `GET /api/search` as they arrive: texts, `type` as a list. */
export const searchQuerySchema = z.object({
  q: z
    .string({ error: 'is missing' })
    // Control characters come from pasted text and separate words.
    .transform((text) => text.replace(/\p{Cc}/gu, ' ').trim())
    .refine((text) => text !== '', 'is blank')
    .refine((text) => [...text].length <= longestQuery, `is longer than ${longestQuery} characters`)
    .meta({
      description: `What to look for: 1 to ${longestQuery} characters. Words in quotes are a phrase.`,
      minLength: 1,
      maxLength: longestQuery,
    }),
  type: z
    .array(z.enum(pageTypes, { error: `must be one of ${pageTypes.join(', ')}` }))
    .default([])
    .transform((types) => [...new Set(types)].sort())
    .meta({
      description: 'Narrows the results to pages of these types. Repeat it for more than one.',
      maxItems: 20,
    }),
  limit: wholeNumber({ least: 1, most: 50, usual: 10 }, 'How many results to give.'),
  offset: wholeNumber({ least: 0, most: 1000, usual: 0 }, 'How many results to pass over.'),
});

/** A checked query. */
export type SearchQuery = { query: string; types: PageType[]; limit: number; offset: number };

/** @throws ApiError INVALID_REQUEST for a parameter that is missing, repeated or out of bounds */
export function parseSearchQuery(url: URL): SearchQuery {
  const parameters: Record<string, string | string[]> = { type: url.searchParams.getAll('type') };
  for (const name of ['q', 'limit', 'offset']) {
    const values = url.searchParams.getAll(name);
    if (values.length > 1) throw refuse(name, 'is given more than once');
    if (values[0] !== undefined) parameters[name] = values[0];
  }
  const parsed = searchQuerySchema.safeParse(parameters);
  if (parsed.success) {
    const { q, type, limit, offset } = parsed.data;
    return { query: q, types: type, limit, offset };
  }
  const [issue] = parsed.error.issues;
  throw refuse(String(issue?.path[0] ?? 'q'), issue?.message ?? 'is not valid');
}

const howToMend: Readonly<Record<string, string>> = {
  q: `Give one q with 1 to ${longestQuery} characters, as in ?q=soil+science.`,
  type: `Use ${pageTypes.join(', ')}, and repeat type for more than one: &type=course&type=program.`,
  limit: 'Give one limit from 1 to 50, or leave it out for 10.',
  offset: 'Give one offset from 0 to 1000, or leave it out for 0.',
};

function refuse(name: string, problem: string): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: `The parameter ${name} ${problem}.`,
    resolution: howToMend[name] ?? 'See /openapi.json for the parameters.',
  });
}
