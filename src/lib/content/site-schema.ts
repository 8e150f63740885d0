import { z } from 'zod';
import { addressSchema, daySchema } from './fields.ts';

const words = z.string().trim().min(1);
const names = z.record(words, words);
const colour = z.string().regex(/^#[\da-f]{6}$/i, 'is not a colour, like #14574e');
const palette = z.record(words, colour);
const days = z.number().int().positive();

/** Text that a function accepts, such as a constructor of `Intl`. */
function accepted(accept: (text: string) => unknown, message: string) {
  return z.string().refine((text) => {
    try {
      accept(text);
      return true;
    } catch {
      return false;
    }
  }, message);
}

const typefaceSchema = z.strictObject({
  name: words,
  files: z
    .array(
      z.strictObject({
        file: words,
        weight: z.string().regex(/^[1-9]00( [1-9]00)?$/, 'is not a weight, like 600 or 400 600'),
        style: z.enum(['normal', 'italic']),
      }),
    )
    .min(1),
  linkPictures: words,
  hasAlternates: z.boolean(),
  fallbacks: z.array(words).min(1),
});

/** The facts of an institute, as `src/site.ts` exports them. */
export const siteSchema = z.strictObject({
  isSample: z.boolean(),
  name: words,
  shortName: words,
  tagline: words,
  description: words,
  locale: accepted((text) => new Intl.NumberFormat(text), 'is not a language, like en-GB'),
  timeZone: accepted(
    (timeZone) => new Intl.DateTimeFormat('en', { timeZone }),
    'is not a time zone, like Europe/London',
  ),
  currency: accepted(
    (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }),
    'is not a currency, like GBP',
  ),
  email: z.email('is not an email address, like hello@larkmoor.example'),
  telephone: words,
  address: z.strictObject({
    street: words,
    locality: words,
    region: words,
    postalCode: words,
    country: words,
  }),
  subjects: names,
  levels: names,
  modes: z.object({ 'on-site': words, online: words, blended: words }),
  awards: z.object({ certificate: words, diploma: words, masters: words }),
  studentNumber: z
    .strictObject({ pattern: z.instanceof(RegExp), example: words })
    .refine(({ pattern, example }) => pattern.test(example), {
      path: ['example'],
      message: 'is not a student number that the pattern accepts, like LK204816',
    }),
  newsletterInterests: z.array(words),
  retentionDays: z.strictObject({
    registrations: days,
    applications: days,
    enquiries: days,
    pendingSignups: days,
    unsubscribedSignups: days,
    mails: days,
    heldMails: days.max(7),
    staffLog: days.min(30),
    insights: days,
  }),
  purposes: z.strictObject({ application: words, enquiry: words, registration: words, newsletter: words }),
  replies: z.strictObject({ application: words, enquiry: words }),
  heardOfUs: z.array(words),
  colours: z.strictObject({ light: palette, dark: palette }),
  fonts: z.strictObject({ heading: typefaceSchema, text: typefaceSchema }),
  contentSignals: names,
  crawlers: z.array(words),
  security: z.strictObject({ languages: z.array(words).min(1), policy: addressSchema.optional() }),
  terms: z.custom<(today: string) => unknown>(
    (value) => typeof value === 'function',
    'is not a function, like terms(today) { ... }',
  ),
});

/** What `terms` of `src/site.ts` returns. */
export const termsSchema = z.array(
  z.strictObject({
    id: z.string().regex(/^\d{4}-[a-z]+$/, 'is not the id of a term, like 2027-spring'),
    season: z.string().regex(/^[a-z]+$/, 'is not a season, like spring'),
    title: words,
    starts: daySchema,
    ends: daySchema,
    registrationOpens: daySchema,
    registrationCloses: daySchema,
  }),
);
