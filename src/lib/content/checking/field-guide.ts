import type { CollectionName } from '../collections.ts';

/** How fields are written, as lines to copy; a path has no numbers of list entries in it. */
const common: Readonly<Record<string, string>> = {
  title: 'title: Soil Science',
  summary: 'summary: How soils form, what lives in them and how to read a profile in the field.',
  updated: 'updated: 2027-01-11',
  draft: 'draft: true',
  reviewBy: 'reviewBy: 2027-09-01',
  owner: 'owner: ines-calder',
  aliases: 'aliases: [/courses/soils]',
  level: 'level: 5',
  order: 'order: 2',
  subject: 'subject: soils',
  people: 'people: [ines-calder]',
  date: 'date: 2027-01-11',
  author: 'author: ines-calder',
  name: 'name: Ines Calder',
  role: 'role: Senior Lecturer in Soil Science',
  subjects: 'subjects: [soils]',
  email: 'email: ines.calder@larkmoor.example',
  telephone: 'telephone: "+44 1632 960 410"',
};

const guides: Readonly<Partial<Record<CollectionName, Readonly<Record<string, string>>>>> = {
  courses: {
    code: 'code: SOIL201',
    credits: 'credits: 15',
    fee: 'fee: 720',
    prerequisites: 'prerequisites: [SOIL101]',
    outcomes: 'outcomes: ["describe a soil profile in the field", "explain how soils hold water"]',
    offerings: 'offerings: [{ term: spring, mode: online, seats: 24 }]',
    'offerings.term': 'term: spring',
    'offerings.mode': 'mode: on-site',
    'offerings.place': 'place: Weir House, room 4',
    'offerings.starts': 'starts: 2027-01-11',
    'offerings.ends': 'ends: 2027-04-02',
    'offerings.seats': 'seats: 24',
    'offerings.fee': 'fee: 720',
    'offerings.times': 'times: [{ day: tuesday, from: "09:30", to: "12:30" }]',
    'offerings.times.day': 'day: tuesday',
    'offerings.times.from': 'from: "09:30"',
    'offerings.times.to': 'to: "12:30"',
  },
  programs: {
    title: 'title: Certificate in Soil Science',
    award: 'award: certificate',
    credits: 'credits: 60',
    length: 'length: One year part time',
    stages: 'stages: [{ title: First autumn, courses: [SOIL101] }]',
    'stages.title': 'title: First autumn',
    'stages.courses': 'courses: [SOIL101, HYDR110]',
    'stages.choose': 'choose: 2',
    entryRequirements: 'entryRequirements: ["Two A levels, or work in a related field"]',
    lead: 'lead: ines-calder',
  },
  handbook: { title: 'title: Sick leave', summary: 'summary: What to do when you are ill.' },
  news: { title: 'title: New soil laboratory opens' },
  pages: { title: 'title: How to find us' },
};

/** A line to copy for the field, or undefined when the guide does not know it. */
export function exampleOf(collection: CollectionName, path: readonly PropertyKey[]): string | undefined {
  const name = path.filter((step) => typeof step === 'string').join('.');
  return guides[collection]?.[name] ?? common[name];
}
