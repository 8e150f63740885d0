import { z } from 'zod';
import { addressSchema, field, lineSchema as line, text } from './fields.ts';
import { artworkSchema, typefaceSchema, paletteSchema } from './institute-look.ts';
import { purposeFields, unknownField, type PurposeName } from './purpose-fields.ts';
import { termRulesSchema } from './term-rules.ts';

const words = text(1, 1_000);
// Not `__proto__`, which zod leaves out of records.
const key = z
  .string()
  .regex(/^[A-Za-z\d][\w-]*$/, 'is not a key of letters, digits and hyphens, like land-law');
const days = z.number().int().positive().max(36_500);

/** A schema for text with which `accept`, such as a constructor of `Intl`, does not throw. */
function accepted(accept: (text: string) => unknown, message: string) {
  return z.string().refine((written) => {
    try {
      accept(written);
      return true;
    } catch {
      return false;
    }
  }, message);
}

const localeSchema = accepted((tag) => new Intl.NumberFormat(tag), 'is not a language, like en-GB').refine(
  (tag) => /^en(?:-|$)/i.test(tag),
  'is a language that the interface has no words in yet: it has English, like en-GB',
);

/** Placeholders such as `{days}` stand for numbers in `retentionDays`. */
function purposeField(form: PurposeName, example: string) {
  const kinds = Object.entries(purposeFields[form]);
  const schema = words.superRefine((written, context) => {
    const unknown = unknownField(written, form);
    if (unknown === undefined) return;
    const known = kinds.map(([name]) => `{${name}}`).join(' and ');
    const message = `is a text with {${unknown}}, which stands for nothing here: it can have ${known}`;
    context.addIssue({ code: 'custom', message });
  });
  const help = kinds.map(([name, kind]) => `{${name}} stands for the days of ${kind} in retentionDays.`);
  return field(schema, `Why this form needs its data and how long you keep it. ${help.join(' ')}`, example);
}

const keptFor = (what: string, example: string) => field(days, `After how many days ${what}.`, example);

/** The facts of an institute: `institute.yaml` in its folder. */
export const instituteSchema = z.strictObject({
  name: field(text(1, 120), 'The full name.', 'Riverside College of Crafts'),
  shortName: field(text(1, 40), 'The name in titles and in the head of pages.', 'Riverside'),
  tagline: field(text(1, 160), 'The heading of the home page.', 'Learn a craft, one evening a week.'),
  description: field(
    text(1, 300),
    'One or two sentences for the home page and search engines.',
    'Part-time courses in bookkeeping and law.',
  ),
  locale: field(
    localeSchema,
    'Language of the pages, and format of numbers and dates, as a BCP 47 tag.',
    'en-GB',
  ),
  timeZone: field(
    accepted(
      (timeZone) => new Intl.DateTimeFormat('en', { timeZone }),
      'is not a time zone, like Europe/London',
    ),
    'The time zone of all days and times.',
    'Europe/London',
  ),
  currency: field(
    accepted(
      (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }),
      'is not a currency, like GBP',
    ),
    'The currency of fees, as its ISO 4217 code.',
    'GBP',
  ),

  email: field(z.email(), 'The address for questions.', 'hello@example.org'),
  telephone: field(line, 'With the country code.', '+44 1632 960 410'),
  address: field(
    z.strictObject({
      street: field(line, 'House, street and number.', 'Quay House, Harbour Street'),
      locality: field(line, 'Town.', 'Riverton'),
      region: field(line, 'County or state.', 'Northumberland'),
      postalCode: field(line, 'Postal code.', 'NE99 7LW'),
      country: field(
        z.string().regex(/^[A-Z]{2}$/, 'is not a country code of two letters, like GB'),
        'The country, as its ISO 3166 code.',
        'GB',
      ),
    }),
    'The postal address.',
    '{ street: Harbour Street 4, locality: Riverton, region: Kent, postalCode: CT99 1AB, country: GB }',
  ),

  subjects: field(
    z.record(key, line),
    'Subjects of courses, by the key that courses use.',
    '{ business: Business }',
  ),
  levels: field(
    z.record(z.string().regex(/^\d$/, 'is not a level of one digit, like 4'), line),
    'Levels of courses, by number.',
    '{ 4: Certificate }',
  ),
  modes: field(
    z.strictObject({
      'on-site': field(line, 'Courses at one place.', 'On site'),
      online: field(line, 'Courses online.', 'Online'),
      blended: field(line, 'Courses in both ways.', 'Blended'),
    }),
    'Names of the ways in which courses are taught.',
    '{ on-site: On site, online: Online, blended: Blended }',
  ),
  awards: field(
    z.strictObject({
      certificate: field(line, 'Programs with a certificate.', 'Certificate'),
      diploma: field(line, 'Programs with a diploma.', 'Diploma'),
      masters: field(line, 'Programs with a master’s degree.', 'Master’s degree'),
    }),
    'Names of what programs lead to.',
    '{ certificate: Certificate, diploma: Diploma, masters: Master’s degree }',
  ),

  terms: field(termRulesSchema, 'The teaching terms.', '{ yearly: [], dated: [] }'),

  studentNumber: field(
    z.strictObject({
      prefix: field(
        z.string().regex(/^[A-Za-z\d/-]{0,8}$/, 'is not a prefix of letters, digits, / and -, like LK'),
        'What every student number starts with. Students may type it in small letters.',
        'LK',
      ),
      digits: field(z.number().int().min(4).max(12), 'How many digits follow.', '6'),
    }),
    'The form of student numbers.',
    '{ prefix: LK, digits: 6 }',
  ),
  newsletterInterests: field(
    z.array(line).max(20).default([]),
    'Interests that newsletter readers can choose.',
    '[New courses, Research]',
  ),
  heardOfUs: field(
    z.array(line).max(20).default([]),
    'The answers to “How did you hear about us?” in an application.',
    '[By searching the web, In another way]',
  ),

  retentionDays: field(
    z.strictObject({
      registrations: keptFor('a registration is deleted', '400'),
      applications: keptFor('an application is deleted', '400'),
      enquiries: keptFor('an enquiry is deleted', '180'),
      pendingSignups: keptFor('a newsletter sign-up that was never confirmed is deleted', '30'),
      unsubscribedSignups: keptFor('the address of someone who left the newsletter is deleted', '365'),
      mails: keptFor('the record of an email is deleted', '30'),
      heldMails: field(
        days.max(7),
        'After how many days an email that waits for staff is deleted: 7 at most.',
        '7',
      ),
      staffLog: field(days.min(30), 'After how many days an action of staff is deleted: 30 at least.', '730'),
      insights: keptFor('a search without a result is deleted', '90'),
    }),
    'After how many days personal data is deleted. Forms and the privacy page repeat these numbers.',
    '{ registrations: 400 }',
  ),
  purposes: field(
    z.strictObject({
      application: purposeField('application', 'We use it to decide, and delete it after {days} days.'),
      enquiry: purposeField('enquiry', 'We use it to answer you, and delete it after {days} days.'),
      registration: purposeField(
        'registration',
        'We use it to arrange your seats, and delete it after {days} days.',
      ),
      newsletter: purposeField(
        'newsletter',
        'We delete it {daysUnconfirmed} days after you sign up if you never confirm it, or {daysAfterLeaving} days after you leave.',
      ),
    }),
    'Why each form needs its data and how long you keep it.',
    '{ enquiry: We delete it after {days} days. }',
  ),
  replies: field(
    z.strictObject({
      application: field(
        words,
        'When applicants hear from you.',
        'You get an answer within ten working days.',
      ),
      enquiry: field(
        words,
        'When people with a question hear from you.',
        'We answer within three working days.',
      ),
    }),
    'When people hear from you. Shown on the page after a form and in its email.',
    '{ application: Within ten working days., enquiry: Within three working days. }',
  ),

  colours: field(
    z.strictObject({
      light: field(paletteSchema, 'For light screens.', "{ ground: '#fbf9f3', ... }"),
      dark: field(paletteSchema, 'For dark screens.', "{ ground: '#12191a', ... }"),
    }),
    'Colours of pages, drawings and previews of links, for light and dark screens. Emails have the light accent.',
    '{ light: ..., dark: ... }',
  ),
  artwork: field(
    artworkSchema,
    'Drawings behind titles and in previews of links: landscape has contour lines and a river, pattern has rings.',
    'pattern',
  ),
  fonts: field(
    z.strictObject({
      heading: field(typefaceSchema, 'Of headings.', '{ name: Newsreader, ... }'),
      text: field(typefaceSchema, 'Of everything else.', '{ name: Source Sans 3, ... }'),
    }),
    'Typefaces, from installed packages.',
    '{ heading: ..., text: ... }',
  ),

  contentSignals: field(
    z.record(key, z.enum(['yes', 'no'])),
    'What machines may do with the texts, for robots.txt (contentsignals.org).',
    '{ search: yes, ai-input: yes, ai-train: no }',
  ),
  crawlers: field(
    z
      .array(z.string().regex(/^[\w.*-]+$/, 'is not the name of a crawler, like GPTBot'))
      .max(100)
      .default([]),
    'Crawlers that robots.txt names.',
    '[GPTBot, ClaudeBot]',
  ),
  security: field(
    z.strictObject({
      languages: field(z.array(line).min(1), 'Languages of reports, as BCP 47 tags.', '[en]'),
      policy: field(addressSchema.optional(), 'The page about how reports are handled.', '/security'),
    }),
    'For security.txt. Reports go to CONTACT_EMAIL.',
    '{ languages: [en] }',
  ),
});

/** Plain data that JSON can store. */
export type Institute = Omit<z.output<typeof instituteSchema>, 'modes' | 'awards'> &
  Record<'modes' | 'awards', Readonly<Record<string, string>>>;
