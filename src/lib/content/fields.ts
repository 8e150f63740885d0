import { z } from 'zod';
import { aliasPattern } from './address-pattern.ts';
import { isoDay, isRealDay, momentOf } from './local-time.ts';

/**
 * Describes a field for editors: VS Code shows `description`, and messages of the content check suggest `example`, the
 * value as written in YAML.
 */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example: string,
): Schema {
  return schema.meta({ description, examples: [example] });
}

/** Text of `min` to `max` characters, without the spaces around it. */
export function text(min: number, max: number) {
  return z.string().trim().min(min).max(max);
}

/** A name, or another text of one line. */
export const lineSchema = text(1, 1_000);

/** A calendar day as editors write it: `2027-01-11`. YAML parses unquoted days as dates. */
export const daySchema = z.union([z.string(), z.date()]).transform((value, context) => {
  const day = value instanceof Date ? isoDay(value) : value;
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && isRealDay(day)) return day;
  context.addIssue({ code: 'custom', message: 'is not a date, like 2027-01-11' });
  return z.NEVER;
});

const wrongTime = 'is not a date with a time, like 2027-02-06 10:00';

/** A day and a time in the institute's time zone: `2027-02-06 10:00`. YAML parses a day without a time as a date. */
export const localTimeSchema = z.union([z.string(), z.date()], wrongTime).transform((value, context) => {
  if (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/.test(value) &&
    isRealDay(value.slice(0, 10))
  ) {
    return value;
  }
  context.addIssue({ code: 'custom', message: wrongTime });
  return z.NEVER;
});

const wrongMoment = 'is not a day or a time, like 2027-01-11 or 2027-01-11 09:00';

/** A day or a time, as `momentOf` reads it: `2027-01-11`, `2027-01-11 09:00` or `2027-01-11T09:00+01:00`. */
export const momentSchema = z.union([z.string(), z.date()], wrongMoment).transform((value, context) => {
  if (momentOf(value, 'UTC')) return value instanceof Date ? isoDay(value) : value;
  context.addIssue({ code: 'custom', message: wrongMoment });
  return z.NEVER;
});

/** An address of this site, with or without a query: `/courses?level=4`. */
export const addressSchema = z
  .string()
  .regex(/^\/(?!\/)\S*$/, 'is not an address of this site, like /admissions');

export const codeSchema = z.string().regex(/^[A-Z]{3,4}\d{3}$/, 'is not a course code, like BOOK201');

/** A file name without its extension: `ada-wren`. */
const fileNamePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const personIdSchema = z
  .string()
  .regex(fileNamePattern, 'is not the name of a file in people/, like ada-wren');
export const programIdSchema = z.string().regex(fileNamePattern, 'is not the name of a file in programs/');

export const placeSchema = text(3, 80);
export const seatsSchema = z.number().int().positive().max(10_000);
export const feeSchema = z.number().int().nonnegative();
export const levelSchema = z.number().int().min(1).max(8);

export const titleField = field(
  text(1, 70),
  'Heading of the page, and its title in search results.',
  'Bookkeeping',
);
export const summaryField = field(
  text(20, 160),
  'One sentence for lists, search results and previews of links.',
  'How to keep the accounts of a small business, from the first invoice to the yearly statement.',
);
export const orderField = field(
  z.number().optional(),
  'Its place in the list: 1 comes first. Entries without a number come last, in alphabetical order.',
  '2',
);

/** Fields of every collection. */
export const commonFields = {
  updated: field(
    daySchema.optional(),
    'Day of the last change that readers should know about.',
    '2027-01-11',
  ),
  reviewBy: field(
    daySchema.optional(),
    'Day by which someone should check whether this is still right.',
    '2027-09-01',
  ),
  owner: field(
    z
      .union([personIdSchema, z.email()], 'is neither the name of a file in people/ nor an email address')
      .optional(),
    'Who looks after this: an email address, or the short name of a person on this site, such as ada-wren. Readers do not see it.',
    'ada-wren',
  ),
  publishAt: field(
    momentSchema.optional(),
    'Readers see it from this day, or this day and time. Leave it empty to publish without waiting.',
    '2027-01-11 09:00',
  ),
  unpublishAt: field(
    momentSchema.optional(),
    'Readers no longer see it from this day, or this day and time. Leave it empty to keep it on the site.',
    '2027-04-03',
  ),
  draft: field(
    z.boolean().default(false),
    'A draft is not shown to readers, even after it is published.',
    'true',
  ),
};

/** A former address of a page: `/courses/accounts`. */
const aliasSchema = z.string().regex(aliasPattern, 'is not an address of this site, like /courses/accounts');

/** Fields of collections with a page for each entry. */
export const pageFields = {
  ...commonFields,
  aliases: field(
    z.array(aliasSchema).max(20).default([]),
    'Addresses that this page had before, such as /courses/accounts. Readers who use them come here.',
    '[/courses/accounts]',
  ),
};
