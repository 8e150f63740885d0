import { stringify } from 'yaml';
import type { Facts } from './institute-answers.ts';

/** Writes `institute.yaml`. Facts that the answers do not contain get values that most institutes can start with. */
export function writeInstituteFile(facts: Facts): string {
  return `# The facts of the institute. What editors change every day is in content/settings.
# Text that contains ": " or " #", and colours, need quotes.

${yaml({
  name: facts.name,
  shortName: facts.shortName,
  tagline: taglineOf(facts),
  description: `Courses and programmes in ${listed(facts)}, in ${facts.place.locality}.`,
})}
# Format of numbers and dates. The words of the interface are English, so it starts with en: en-DE, en-IE, en-US.
${yaml({ locale: facts.locale, timeZone: facts.timeZone, currency: facts.currency })}
${yaml({ email: facts.email, telephone: facts.telephone, address: facts.place })}
# By the key that courses use.
${yaml({
  subjects: facts.subjects,
  levels: {
    4: 'Level 4, certificate',
    5: 'Level 5, diploma',
    6: 'Level 6, graduate',
    7: 'Level 7, master’s',
  },
  modes: { 'on-site': 'On site', online: 'Online', blended: 'Blended' },
  awards: { certificate: 'Certificate', diploma: 'Diploma', masters: 'Master’s degree' },
})}
# Yearly terms have rules, so that the years to come need no edit.
${yaml({ terms: { yearly: facts.terms } })}
# What every student number starts with, and how many digits follow.
${yaml({ studentNumber: { prefix: facts.subject.code.slice(0, 2), digits: 6 } })}
${yaml({
  newsletterInterests: ['New courses and terms', 'Events'],
  heardOfUs: ['From someone I know', 'From my employer', 'By searching the web', 'In another way'],
})}
# After how many days personal data is deleted. The forms and the privacy page repeat these numbers.
${yaml({ retentionDays, purposes, replies })}
# Colours of pages, emails, drawings and previews of links. Text needs a contrast of 4.5 on ground, raised and tint.
${yaml({ colours: facts.colours })}
# Drawings behind titles: landscape, pattern or none.
${yaml({ artwork: 'pattern' })}
# Typefaces, from installed packages or from a folder of your own: ./fonts/Brand.ttf.
${yaml({ fonts })}
# What machines may do with the texts, for robots.txt (contentsignals.org).
${yaml({ contentSignals: { search: 'yes', 'ai-input': 'yes', 'ai-train': 'no' }, security: { languages: ['en'] } })}`;
}

export function listed({ subjects }: Pick<Facts, 'subjects'>): string {
  const names = Object.values(subjects).map((name) => name.charAt(0).toLowerCase() + name.slice(1));
  return new Intl.ListFormat('en-GB').format(names);
}

function taglineOf(facts: Facts): string {
  return `Learn ${listed(facts)} in ${facts.place.locality}.`.slice(0, 160);
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 100 });
}

const retentionDays = {
  registrations: 400,
  applications: 400,
  enquiries: 180,
  pendingSignups: 30,
  unsubscribedSignups: 365,
  mails: 30,
  heldMails: 7,
  staffLog: 730,
  insights: 90,
};

const purposes = {
  application:
    'We need this to decide on your application. It is deleted here {days} days after you send it.',
  enquiry: 'We need this to answer you. It is deleted {days} days after you send it.',
  registration:
    'We need this to give you a place on the course. It is deleted here {days} days after you send it.',
  newsletter:
    'We need your address for the newsletter. It is deleted after {daysUnconfirmed} days if you do not confirm it, and {daysAfterLeaving} days after you leave.',
};

const replies = {
  application: 'You hear from us within ten working days.',
  enquiry: 'We answer within three working days.',
};

const heading = '@expo-google-fonts/newsreader/600SemiBold/Newsreader_600SemiBold.ttf';
const fonts = {
  heading: {
    name: 'Newsreader',
    files: [{ file: heading, weight: '600', style: 'normal' }],
    linkPictures: heading,
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
};
