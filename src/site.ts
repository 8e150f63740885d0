import type { Typeface } from './lib/theme/fonts.ts';
import { addDays, mondayFrom, type Day, type Term } from './lib/content/terms.ts';

/** After how many days personal data is deleted. The forms and the privacy page repeat these numbers. */
const retentionDays = {
  registrations: 400,
  applications: 400,
  enquiries: 180,
  pendingSignups: 30,
  unsubscribedSignups: 365,
  mails: 30,
  /** At most 7. */
  heldMails: 7,
  /** Actions of staff. At least 30. */
  staffLog: 730,
  insights: 90,
};

/**
 * The facts of the institute that the code depends on. Another institute replaces this file and `src/content`, and nothing
 * else. What editors change is in `src/content`: the notice, the menus, the home page and the search in `settings`.
 */
export const site = {
  /** Set to `false` for your own institute. `npm test` then skips the tests that need the sample's content. */
  isSample: true as boolean,

  name: 'Larkmoor Institute of Land and Water',
  shortName: 'Larkmoor',
  tagline: 'Learn how land and water work, and how to look after both.',
  description:
    'Part-time courses, certificates, diplomas and a master’s degree in hydrology, soils, restoration, mapping and land law, taught in the field and online.',
  /** Language of the pages (`<html lang>`), and format of numbers and dates. */
  locale: 'en-GB',
  timeZone: 'Europe/London',
  currency: 'GBP',

  email: 'hello@larkmoor.example',
  telephone: '+44 1632 960 410',
  address: {
    street: 'Weir House, Mill Lane',
    locality: 'Larkmoor',
    region: 'Northumberland',
    postalCode: 'NE99 7LW',
    country: 'GB',
  },

  /** Subjects of courses, by the key that courses use. */
  subjects: {
    hydrology: 'Hydrology',
    soils: 'Soils',
    restoration: 'Restoration',
    mapping: 'Mapping',
    law: 'Land law',
  } as Readonly<Record<string, string>>,

  /** Levels of the UK framework for higher education qualifications. */
  levels: {
    4: 'Level 4, certificate',
    5: 'Level 5, diploma',
    6: 'Level 6, graduate',
    7: 'Level 7, master’s',
  } as Readonly<Record<number, string>>,

  modes: {
    'on-site': 'On site',
    online: 'Online',
    blended: 'Blended',
  } as Readonly<Record<string, string>>,

  awards: {
    certificate: 'Certificate',
    diploma: 'Diploma',
    masters: 'Master’s degree',
  } as Readonly<Record<string, string>>,

  /** A student number ends in at least four digits. */
  studentNumber: { pattern: /^LK\d{6}$/i, example: 'LK204816' },

  /** Interests that newsletter readers can choose. */
  newsletterInterests: [
    'New courses and terms',
    'Field days and open events',
    'Research',
    'Grants and bursaries',
  ],

  retentionDays,

  /** Why each form needs its data and how long we keep it. Shown at the form. */
  purposes: {
    application: `We use what you enter to decide on your application and to write to you about it, and delete it from this website ${retentionDays.applications} days after you send it.`,
    enquiry: `We use what you enter to answer your question, and delete it ${retentionDays.enquiries} days after you send it.`,
    registration: `We use what you enter to arrange your seats on these courses and to write to you about them, and delete it ${retentionDays.registrations} days after you send it.`,
    newsletter: `We use your address to send you the newsletter until you unsubscribe, and delete it ${retentionDays.pendingSignups} days after you sign up if you never confirm it, or ${retentionDays.unsubscribedSignups} days after you leave. We then keep only a code made from it, so that we remember that you left.`,
  },

  /** When people who send these forms hear from us. Shown on the page after the form and in its email. */
  replies: {
    application:
      'You get an answer within ten working days. For the diplomas and the master’s degree we first invite you to talk with us for half an hour, online or at Weir House.',
    enquiry: 'In term we answer within three working days.',
  },

  /** The answers to “How did you hear about us?” in an application. */
  heardOfUs: [
    'From someone who studies or works here',
    'From my employer',
    'By searching the web',
    'In the news or on social media',
    'At an event or an open day',
    'I live nearby',
    'In another way',
  ],

  /** Colours of pages, drawings and link previews. Tests measure their contrast. */
  colours: {
    light: {
      ground: '#fbf9f3',
      raised: '#ffffff',
      ink: '#1b2524',
      muted: '#556160',
      line: '#ddd8ca',
      accent: '#14574e',
      'on-accent': '#ffffff',
      tint: '#eef2ea',
      warn: '#8a4300',
      fault: '#a3201d',
      mark: '#fbe7a1',
      contour: '#b07a4f',
      water: '#3d87ad',
    },
    dark: {
      ground: '#12191a',
      raised: '#1a2324',
      ink: '#e7eae4',
      muted: '#a4b0ad',
      line: '#33403f',
      accent: '#83cdbf',
      'on-accent': '#0c1715',
      tint: '#1b2a28',
      warn: '#f2b56f',
      fault: '#ff9a8f',
      mark: '#5c4a10',
      contour: '#8d6a4c',
      water: '#5fa6c9',
    },
  },

  /** Typefaces, from installed packages. Packages of `@expo-google-fonts` have most typefaces of Google Fonts. */
  fonts: {
    heading: {
      name: 'Newsreader',
      files: [
        {
          file: '@expo-google-fonts/newsreader/600SemiBold/Newsreader_600SemiBold.ttf',
          weight: '600',
          style: 'normal',
        },
      ],
      linkPictures: '@expo-google-fonts/newsreader/600SemiBold/Newsreader_600SemiBold.ttf',
      hasAlternates: false,
      fallbacks: ['Georgia', 'serif'],
    },
    text: {
      name: 'Source Sans 3',
      files: [
        { file: 'source-sans/VF/SourceSans3VF-Upright.ttf', weight: '400 600', style: 'normal' },
        { file: 'source-sans/TTF/SourceSans3-It.ttf', weight: '400', style: 'italic' },
      ],
      linkPictures: 'source-sans/TTF/SourceSans3-Regular.ttf',
      hasAlternates: true,
      fallbacks: ['Arial', 'sans-serif'],
    },
  } satisfies Record<'heading' | 'text', Typeface>,

  /** What machines may do with the texts, for robots.txt (contentsignals.org). */
  contentSignals: { search: 'yes', 'ai-input': 'yes', 'ai-train': 'no' },
  /** Crawlers of language models that robots.txt names, because a crawler prefers the group with its name. */
  crawlers: [
    'GPTBot',
    'OAI-SearchBot',
    'ChatGPT-User',
    'ClaudeBot',
    'Claude-SearchBot',
    'Claude-User',
    'Google-Extended',
    'PerplexityBot',
    'Perplexity-User',
    'Applebot-Extended',
    'Amazonbot',
    'Bytespider',
    'CCBot',
    'DuckAssistBot',
    'Meta-ExternalAgent',
    'MistralAI-User',
  ],

  /** For security.txt. Reports go to CONTACT_EMAIL. */
  security: {
    /** Languages of reports, as BCP 47 tags. */
    languages: ['en'],
    /** Path of a page about how reports are handled. */
    policy: undefined as string | undefined,
  },

  /**
   * The terms from the year before a day to two years after it. An institute with fixed dates returns a list. The
   * sample calculates its terms, so that one is always open for registration.
   */
  terms(today: Day): Term[] {
    const year = Number(today.slice(0, 4));
    return [year - 1, year, year + 1, year + 2].flatMap(termsOf);
  },
};

function termsOf(year: number): Term[] {
  return [
    term(year, 'spring', 'Spring', {
      starts: mondayFrom(`${year}-01-08`),
      registration: [`${year - 1}-09-16`, `${year}-01-05`],
    }),
    term(year, 'summer', 'Summer', {
      starts: mondayFrom(`${year}-05-01`),
      registration: [`${year}-01-06`, `${year}-04-20`],
    }),
    term(year, 'autumn', 'Autumn', {
      starts: mondayFrom(`${year}-09-22`),
      registration: [`${year}-04-21`, `${year}-09-15`],
    }),
  ];
}

function term(
  year: number,
  season: string,
  title: string,
  { starts, registration }: { starts: Day; registration: [Day, Day] },
): Term {
  const twelveWeeks = 12 * 7 - 3;
  return {
    id: `${year}-${season}`,
    season,
    title: `${title} ${year}`,
    starts,
    ends: addDays(starts, twelveWeeks),
    registrationOpens: registration[0],
    registrationCloses: registration[1],
  };
}
