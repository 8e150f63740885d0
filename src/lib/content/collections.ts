import type { z } from 'zod';
import type { ReferenceKind } from './components.ts';
import { courseExamples, courseSchema } from './course.ts';
import { eventExamples, eventSchema } from './event.ts';
import { handbookPageExamples, handbookPageSchema } from './handbook-page.ts';
import { newsItemExamples, newsItemSchema } from './news-item.ts';
import { pageExamples, pageSchema } from './page.ts';
import { personSchema } from './person.ts';
import { programExamples, programSchema } from './program.ts';

/** What the site knows of a collection: everything that lists page types reads it from here. */
type CollectionDefinition = {
  /** One entry: the type of its page in search, twins and the manifest, and the word after `npm run new --`. */
  kind: string;
  /** How readers see it named: above one entry, and above the list of all. */
  labels: { singular: string; plural: string };
  /** Where its addresses begin, and where its list is. Empty: entries are at the top of the site, without a list. */
  base: '' | `/${string}`;
  /** Whether each entry has a page of its own. Otherwise it is a section of the page at `base`. */
  hasEntryPages: boolean;
  /** Whether the entry `index` is shown at `base`. */
  hasIndexEntry?: true;
  schema: z.ZodObject;
  /** A line to copy for each field, for messages. Fields of several collections are in `checking/field-guide.ts`. */
  examples?: Readonly<Record<string, string>>;
  /** The fields that name something else; `*` stands for every entry of a list. */
  references?: Readonly<Record<string, ReferenceKind>>;
  /** The fields that may hold an address of this site. */
  links?: readonly string[];
  /** The schema.org type that describes an entry, where there is one. */
  structuredData?: string;
  /** Its part of llms.txt, when it is not named after the collection. */
  mapSection?: { title: string; folder: `/${string}` };
};

/**
 * The collections, each a folder below `CONTENT_DIR`, in the order in which maps of the site list them. To add one:
 * docs/architecture.md, "Adding a collection".
 */
export const contentCollections = {
  programs: {
    kind: 'program',
    labels: { singular: 'Program', plural: 'Programs' },
    base: '/programs',
    hasEntryPages: true,
    schema: programSchema,
    examples: programExamples,
    references: { level: 'level', 'stages.*.courses.*': 'course', lead: 'person' },
    structuredData: 'EducationalOccupationalProgram',
  },
  courses: {
    kind: 'course',
    labels: { singular: 'Course', plural: 'Courses' },
    base: '/courses',
    hasEntryPages: true,
    schema: courseSchema,
    examples: courseExamples,
    references: {
      subject: 'subject',
      level: 'level',
      'prerequisites.*': 'course',
      'people.*': 'person',
      'offerings.*.term': 'term',
    },
    structuredData: 'Course',
  },
  pages: {
    kind: 'page',
    labels: { singular: 'Page', plural: 'Pages' },
    base: '',
    hasEntryPages: true,
    schema: pageSchema,
    examples: pageExamples,
    mapSection: { title: 'About the institute', folder: '/about' },
  },
  handbook: {
    kind: 'handbook',
    labels: { singular: 'Handbook', plural: 'Handbook' },
    base: '/handbook',
    hasEntryPages: true,
    hasIndexEntry: true,
    schema: handbookPageSchema,
    examples: handbookPageExamples,
  },
  news: {
    kind: 'news',
    labels: { singular: 'News', plural: 'News' },
    base: '/news',
    hasEntryPages: true,
    schema: newsItemSchema,
    examples: newsItemExamples,
    references: { author: 'person' },
    structuredData: 'NewsArticle',
  },
  events: {
    kind: 'event',
    labels: { singular: 'Event', plural: 'Events' },
    base: '/events',
    hasEntryPages: true,
    schema: eventSchema,
    examples: eventExamples,
    references: { 'courses.*': 'course', 'programs.*': 'program', 'people.*': 'person' },
    links: ['registration'],
    structuredData: 'Event',
  },
  people: {
    kind: 'person',
    labels: { singular: 'Person', plural: 'People' },
    base: '/people',
    hasEntryPages: false,
    schema: personSchema,
    references: { 'subjects.*': 'subject' },
  },
} as const satisfies Readonly<Record<string, CollectionDefinition>>;

type Collections = typeof contentCollections;
export type CollectionName = keyof Collections;
export type CollectionKind = Collections[CollectionName]['kind'];
/** The type of a page in search, twins and the manifest. */
export type PageType = Extract<Collections[CollectionName], { hasEntryPages: true }>['kind'];

export const collectionNames = Object.keys(contentCollections) as CollectionName[];

export function definitionOf(name: CollectionName): CollectionDefinition {
  return contentCollections[name];
}

/** The collection that an entry of this kind belongs to. */
export function collectionOfKind(kind: CollectionKind): CollectionName {
  const name = collectionNames.find((each) => contentCollections[each].kind === kind);
  if (!name) throw new Error(`there is no collection of the kind ${kind}`);
  return name;
}

/** The collections that have a page for each entry. */
export const pageCollections = Object.values(contentCollections).filter(
  (definition): definition is Extract<Collections[CollectionName], { hasEntryPages: true }> =>
    definition.hasEntryPages,
);

export const pageTypes: readonly PageType[] = pageCollections.map(({ kind }) => kind);

export function labelsOf(type: PageType): CollectionDefinition['labels'] {
  return contentCollections[collectionOfKind(type)].labels;
}

/** What there is to search, in words: `programs, courses, handbook and news`. */
export const searchedCollections = new Intl.ListFormat('en-GB').format(
  pageCollections.filter(({ base }) => base !== '').map(({ labels }) => labels.plural.toLowerCase()),
);

/** Which files are content: the same pattern in every collection. Names that start with `_` are left out. */
export const contentPattern = '**/[^_]*.{md,mdx}';
