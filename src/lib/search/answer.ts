import { z } from 'zod';
import { searchTypeSchema } from './query.ts';

const maxResults = 50;
/** The server rejects longer URLs. */
const urlSchema = z.url().meta({ maxLength: 8_192 });
const titleSchema = z.string().meta({ maxLength: 1_000 });
const querySchema = z.string().meta({ maxLength: 1_000 });

const excerptSchema = z.string().meta({
  maxLength: 10_000,
  description: 'Escaped HTML with `<mark>` around matching words as its only element.',
});

const searchSectionSchema = z.object({
  /** Absolute, with the section's anchor. */
  url: urlSchema,
  title: titleSchema,
  excerpt: excerptSchema,
});

const factSchema = z.string().meta({ maxLength: 1_000 });

const factsSchema = z
  .object({
    kind: factSchema.meta({ description: 'What the result is, such as “Course” or “Past event”.' }),
    fee: factSchema,
    nextStart: factSchema.meta({ description: 'The day on which a course next starts.' }),
    days: factSchema.meta({ description: 'The days and times at which a course meets.' }),
    place: factSchema,
    seatsFree: z.int().nonnegative().meta({ description: 'Left out if not known.' }),
    award: factSchema,
    length: factSchema,
    date: factSchema.meta({ description: 'The day of an event.' }),
    isPast: z.boolean().meta({ description: 'Whether the event is over.' }),
    role: factSchema.meta({ description: 'What the person does whom the first section is about.' }),
  })
  .partial()
  .meta({ description: 'Facts about a course, programme, event or person, as the site shows them.' });

const searchResultSchema = z.object({
  url: urlSchema,
  /** The same page as Markdown. */
  markdownUrl: urlSchema,
  title: titleSchema,
  type: searchTypeSchema,
  excerpt: excerptSchema,
  facts: factsSchema.optional(),
  sections: z.array(searchSectionSchema).max(3).meta({
    description: 'The best matching sections of the page, the best first, at most three.',
  }),
});

const groupSchema = z.object({
  title: z.string().meta({ maxLength: 1_000, description: 'What is counted: `Courses in the evening: 4`.' }),
  total: z.int().nonnegative(),
  /** The course finder with these filters. */
  url: urlSchema,
});

const quotedAnswerSchema = z.object({
  text: z.string().meta({
    maxLength: 2_000,
    description:
      'A fact with its name, a sentence as it stands on the page, or a row of a table with the names of its columns.',
  }),
  url: urlSchema.meta({
    description: 'Absolute, with the section’s anchor and a text fragment, which marks the text.',
  }),
  title: titleSchema,
  heading: titleSchema.meta({ description: 'The heading of the section; empty at the top of the page.' }),
  kind: z.enum(['fact', 'sentence']).meta({
    description:
      '`fact`: a field of a course, programme, event or person, a date of a term, or the institute’s telephone, email or ' +
      'address. `sentence`: a sentence of a page, or a row of a table.',
  }),
});

const coursesSchema = groupSchema
  .extend({
    shown: z.int().nonnegative().meta({
      description: 'How many results, from the first, are courses of the group.',
    }),
    others: z.array(groupSchema).max(4).meta({
      description: 'If no course has all of these facts: groups with fewer.',
    }),
  })
  .nullable()
  .meta({
    description:
      'The courses that the words mean which are facts, such as “evening”, “online”, “level 5” and “under £400”; null if ' +
      'there are no such words.',
  });

/** The body of `GET /api/search`. */
export const searchAnswerSchema = z.object({
  query: querySchema,
  total: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  limit: z.int().positive(),
  correction: querySchema.nullable().meta({
    description: 'The corrected query, if nothing matched the query as typed.',
  }),
  answer: quotedAnswerSchema.nullable().meta({
    description: 'The answer to a question, quoted from a page; null if none surely answers it.',
  }),
  unrelated: z.boolean().meta({
    description:
      'Whether the site seems to have no page about the query. The results are those that come nearest.',
  }),
  unknownWords: z
    .array(z.string().meta({ maxLength: 1_000 }))
    .max(100)
    .meta({
      description: 'Words of the query that no page has, and that are not corrected.',
    }),
  courses: coursesSchema,
  results: z.array(searchResultSchema).max(maxResults),
  facets: z.object({
    type: z.partialRecord(searchTypeSchema, z.int().positive()).meta({
      description: 'The number of matching pages of each type, before the filter by `type`.',
    }),
  }),
});

export type SearchSection = z.infer<typeof searchSectionSchema>;
export type SearchFacts = z.infer<typeof factsSchema>;
export type SearchResult = z.infer<typeof searchResultSchema>;
export type QuotedAnswer = z.infer<typeof quotedAnswerSchema>;
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
