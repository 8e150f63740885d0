import { z } from 'zod';

/** A calendar day as editors write it: `2027-01-11`. YAML gives unquoted days as dates. */
export const daySchema = z.union([z.string(), z.date()]).transform((value, context) => {
  const day = value instanceof Date ? value.toISOString().slice(0, 10) : value;
  const moment = new Date(`${day}T00:00:00Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(day) ||
    Number.isNaN(moment.getTime()) ||
    moment.toISOString().slice(0, 10) !== day
  ) {
    context.addIssue({ code: 'custom', message: 'is not a day of the calendar, like 2027-01-11' });
    return z.NEVER;
  }
  return day;
});

/**
 * A day and a time on the institute's clocks: `2027-02-06 10:00`. YAML makes a date of a day without a time, and of a
 * time with seconds.
 */
export const localTimeSchema = z
  .union([z.string(), z.date()], 'is not a day with a time, like 2027-02-06 10:00')
  .transform((value, context) => {
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/.test(value)) {
      const moment = new Date(`${value.replace(' ', 'T')}Z`);
      if (!Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value.slice(0, 10)))
        return value;
    }
    context.addIssue({ code: 'custom', message: 'is not a day with a time, like 2027-02-06 10:00' });
    return z.NEVER;
  });

// What describes a field is shown by VS Code to whoever points at it.

export const codeSchema = z
  .string()
  .regex(/^[A-Z]{3,4}\d{3}$/, 'is not a course code, like SOIL201')
  .describe('Catalogue code, as students quote it: SOIL201. The first digit tells the level.');

export const titleSchema = z
  .string()
  .trim()
  .min(1)
  .max(70)
  .describe('Heading of the page, and its title in search results.');

export const summarySchema = z
  .string()
  .trim()
  .min(20)
  .max(160)
  .describe('One sentence for lists, search results, link previews and llms.txt.');

/** The file name, without its ending, of someone in `people/`: `ines-calder`. */
export const personIdSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not the name of a file in people/, like ines-calder');

/** What every kind of content may carry. */
export const commonFields = {
  updated: daySchema.optional().describe('The day of the last change that readers should know of.'),
  reviewBy: daySchema
    .optional()
    .describe('The day by which somebody should look whether all of it still holds.'),
  owner: z
    .union([personIdSchema, z.email()], 'is neither the name of a file in people/ nor an email address')
    .optional()
    .describe('Who looks after it: a file name of people/ or an email address. Readers do not see it.'),
  draft: z.boolean().default(false).describe('Drafts show in npm run dev only.'),
};

/** An address that a page had before: `/courses/soils`. */
const aliasSchema = z
  .string()
  .regex(/^(\/[\p{L}\p{N}_~-]+)+$/u, 'is not an address of this site, like /courses/soils')
  .refine((alias) => !alias.endsWith('/index'), 'is not an address of this site, like /courses/soils');

/** What every kind of content may carry that has a page of its own. */
export const pageFields = {
  ...commonFields,
  aliases: z
    .array(aliasSchema)
    .max(20)
    .default([])
    .describe('Former addresses of the page; whoever asks for one is sent here.'),
};
