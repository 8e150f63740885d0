import { z } from 'zod';
import { pageTypes, type PageType } from '#lib/content/collections.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { queryErrors } from '#lib/i18n/en/search.ts';

export const searchTypeSchema = z.enum(pageTypes);

const maxQueryLength = 200;

const wholeNumber = (
  { min, max, preset }: { min: number; max: number; preset: number },
  description: string,
) =>
  z
    .string()
    .regex(/^\d{1,4}$/, queryErrors.notWhole({ min, max }))
    .transform(Number)
    .pipe(z.int().min(min, queryErrors.tooSmall({ min })).max(max, queryErrors.tooLarge({ max })))
    .default(preset)
    .meta({ description, type: 'integer', minimum: min, maximum: max, default: preset });

/** The parameters of `GET /api/search` as strings; `type` is a list. */
export const searchQuerySchema = z.object({
  q: z
    .string({ error: queryErrors.missing })
    // Pasted text may contain control characters between words.
    .transform((text) => text.replace(/\p{Cc}/gu, ' ').trim())
    .refine((text) => text !== '', queryErrors.blank)
    .refine((text) => [...text].length <= maxQueryLength, queryErrors.tooLong({ max: maxQueryLength }))
    .meta({
      description: `What to search for: 1 to ${maxQueryLength} characters. Words in quotes are a phrase.`,
      minLength: 1,
      maxLength: maxQueryLength,
    }),
  type: z
    .array(z.enum(pageTypes, { error: queryErrors.notOneOf({ names: pageTypes }) }))
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
export type SearchQuery = {
  query: string;
  types: PageType[];
  limit: number;
  offset: number;
  preference?: Preference | undefined;
};

/** What is known about the meaning of a query, apart from its words. */
export type Preference = {
  /** Addresses of the pages that are meant. */
  first: readonly string[];
  /** Whether they are ordered already. Otherwise, those that match best by words and meaning come first. */
  keepsOrder: boolean;
  /** Addresses of pages that have the words, but are not meant. */
  without: readonly string[];
};

/** @throws ApiError INVALID_REQUEST for a parameter that is missing, repeated or invalid */
export function parseSearchQuery(url: URL): SearchQuery {
  const parameters: Record<string, string | string[]> = { type: url.searchParams.getAll('type') };
  for (const name of ['q', 'limit', 'offset']) {
    const values = url.searchParams.getAll(name);
    if (values.length > 1) throw invalidParameter(name, queryErrors.repeated);
    if (values[0] !== undefined) parameters[name] = values[0];
  }
  const parsed = searchQuerySchema.safeParse(parameters);
  if (parsed.success) {
    const { q, type, limit, offset } = parsed.data;
    return { query: q, types: type, limit, offset };
  }
  const [issue] = parsed.error.issues;
  throw invalidParameter(String(issue?.path[0] ?? 'q'), issue?.message ?? queryErrors.invalid);
}

/** A query with the default parameters. Cuts a text that is too long. */
export function toSearchQuery(text: string): SearchQuery {
  const { q, type, limit, offset } = searchQuerySchema.parse({
    q: [...text].slice(0, maxQueryLength).join(''),
  });
  return { query: q, types: type, limit, offset };
}

const resolutions: Readonly<Record<string, string>> = {
  q: queryErrors.resolutions.q({ max: maxQueryLength }),
  type: queryErrors.resolutions.type({ names: pageTypes }),
  limit: queryErrors.resolutions.limit,
  offset: queryErrors.resolutions.offset,
};

function invalidParameter(name: string, problem: string): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: queryErrors.message({ name, problem }),
    resolution: resolutions[name] ?? queryErrors.resolutions.other,
  });
}
