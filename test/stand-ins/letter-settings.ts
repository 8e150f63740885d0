import type { LetterSettings } from '#lib/mail/letter.ts';

/** What emails take from the institute and from the settings of the site. */
export const letterSettings: LetterSettings = {
  siteName: 'Larkmoor',
  siteUrl: 'https://larkmoor.example',
  language: 'en',
  contactEmail: 'hello@larkmoor.example',
  staffPathOf: (about) => `/staff/registrations/${about}`,
  colours: { accent: '#14574e', 'on-accent': '#ffffff' },
  words: {},
  fonts: { heading: ['Georgia', 'serif'], text: ['Source Sans 3', 'Arial', 'sans-serif'] },
};
