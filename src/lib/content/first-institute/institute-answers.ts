import { z } from 'zod';
import { slugOf } from '#lib/content/slug-of.ts';
import { palettesFrom } from './palettes.ts';
import { seasons, type SeasonName } from './seasons.ts';

/** Text that needs no escaping in YAML, MDX or SVG: it starts with a letter or digit and has no special characters. */
const plainText = z
  .string()
  .trim()
  .max(120)
  .regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,'’()/–-]*[\p{L}\p{M}\p{N}.)])?$/u,
    'is not plain text: use letters, digits and .,’()/-',
  );

const listOf = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .transform((written) =>
      written
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(schema).min(1).max(12));

const placeMessage =
  'is not a place, like "Lower Quay 4, Falmouth, Cornwall, TR11 3AA, GB": street, town, region, postal code, country';

/** Street, town, region, postal code and country. A street may have commas. */
const placeSchema = z.string().transform((written, context) => {
  const parts = written.split(',').map((part) => part.trim());
  const [country = '', postalCode = '', region = '', locality = '', ...street] = parts.toReversed();
  const address = { street: street.toReversed().join(', '), locality, region, postalCode, country };
  const texts = Object.values(address);
  if (texts.every((part) => plainText.safeParse(part).success) && /^[A-Z]{2}$/.test(country)) return address;
  context.addIssue({ code: 'custom', message: placeMessage });
  return z.NEVER;
});

const seasonSchema = z.string().refine((name): name is SeasonName => name in seasons, {
  message: `is not a list of terms: use ${Object.keys(seasons).join(', ')}`,
});

/** The answers that `lectern new` asks for, as people write them. */
export const answersSchema = z.object({
  name: plainText,
  shortName: plainText.max(40).optional(),
  place: placeSchema,
  email: z.email('is not an email address'),
  telephone: z
    .string()
    .regex(/^\+[\d ()-]{6,24}$/, 'is not a telephone number with its country code, like +44 1326 555 010'),
  person: plainText,
  subjects: listOf(plainText.refine((subject) => slugOf(subject) !== '', 'needs a letter or a digit')),
  locale: z.string().optional(),
  timeZone: z.string().optional(),
  currency: z.string().optional(),
  colour: listOf(z.string().regex(/^#[\da-f]{6}$/i, 'is not a colour, like #1f4e79')).prefault('#1f4e79'),
  terms: listOf(seasonSchema).prefault('autumn, spring'),
});

export type Answers = z.input<typeof answersSchema>;

/** The currencies of some countries. The default for other countries is the euro. */
const currencies: Readonly<Record<string, string>> = {
  GB: 'GBP',
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  CH: 'CHF',
  DK: 'DKK',
  SE: 'SEK',
  NO: 'NOK',
  PL: 'PLN',
  IN: 'INR',
  ZA: 'ZAR',
};

/** The parsed answers, with values derived from them. */
export function toFacts(given: Answers) {
  const { subjects, terms, colour, ...answers } = answersSchema.parse(given);
  const shortName = answers.shortName ?? answers.name.split(' ')[0] ?? answers.name;
  const [first = ''] = subjects;
  const [main = '', second = main] = colour;
  return {
    ...answers,
    shortName,
    timeZone: answers.timeZone ?? timeZoneOf(answers.place.country),
    locale: answers.locale ?? localeOf(answers.place.country),
    currency: answers.currency ?? currencies[answers.place.country] ?? 'EUR',
    subjects: Object.fromEntries(subjects.map((subject) => [slugOf(subject), subject])),
    subject: { key: slugOf(first), name: first, code: codeOf(first) },
    season: terms[0] as SeasonName,
    terms: terms.map((name) => seasons[name as SeasonName]),
    colours: palettesFrom(main, second),
    initial: [...shortName][0]?.toUpperCase() ?? '',
    // A name in another script has no letters for a file name.
    personFile: slugOf(answers.person) || 'head',
  };
}

export type Facts = ReturnType<typeof toFacts>;

/** English with the formats of the country, where there are such; else those of Britain. */
function localeOf(country: string): string {
  const wanted = `en-${country}`;
  return new Intl.DateTimeFormat(wanted).resolvedOptions().locale === wanted ? wanted : 'en-GB';
}

/** TypeScript does not have the method yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/**
 * The time zone of the country. Where a country has several, that of this machine; servers often have UTC, so it counts
 * only if it is one of them or there is no other choice.
 */
export function timeZoneOf(
  country: string,
  ofMachine = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
  const zones = locale.getTimeZones?.() ?? [];
  const [first] = zones;
  if (first === undefined || zones.includes(ofMachine)) return ofMachine;
  // Days in winter and in summer: Germany has two zones, which are always the same.
  const offsets = new Set(zones.map((zone) => [0, 6].map((month) => offsetIn(zone, month)).join()));
  return offsets.size === 1 ? first : ofMachine;
}

function offsetIn(timeZone: string, month: number): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' });
  return (
    format.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  );
}

/** The letters of a course's code, such as BOAT for boatbuilding. */
function codeOf(subject: string): string {
  const letters = slugOf(subject)
    .replaceAll(/[^a-z]/g, '')
    .toUpperCase();
  return letters.slice(0, 4).padEnd(3, 'X');
}
