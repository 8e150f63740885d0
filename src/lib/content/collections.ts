import type { z } from 'zod';
import type { ReferenceKind } from './components.ts';
import { courseSchema } from './course.ts';
import type { PictureShapeName } from './entry-picture.ts';
import { eventSchema } from './event.ts';
import { handbookPageSchema, newsItemSchema, pageSchema } from './page.ts';
import { personSchema } from './person.ts';
import { programSchema } from './program.ts';

/** The definition of a collection, which all code that depends on the kind of content reads. */
type CollectionDefinition = {
  /** The page type of an entry in search, twins and the manifest, and the word after `npm run new --`. */
  kind: string;
  /** Labels above an entry, and above the list. */
  labels: { singular: string; plural: string };
  /** Path prefix of the entries, and path of their list page. If empty, entries are at the top level, with no list. */
  base: '' | `/${string}`;
  /** Whether each entry has its own page. Otherwise it is a section of the page at `base`. */
  hasEntryPages: boolean;
  /** Whether the entry `index` is shown at `base`. */
  hasIndexEntry?: true;
  /** Whether entries may be in folders, whose names become parts of the addresses. */
  hasFolders?: true;
  schema: z.ZodObject;
  /** Fields that refer to courses, people, terms and so on; `*` matches every item of a list. */
  references?: Readonly<Record<string, ReferenceKind>>;
  /** Fields that may contain an address of this site. */
  links?: readonly string[];
  /** The shapes in which pages show the picture of an entry. Without them, entries have no pictures. */
  pictures?: readonly PictureShapeName[];
  /** The schema.org type of an entry. */
  structuredData?: string;
  /** Its section of llms.txt, if that is not named after the collection. */
  mapSection?: { title: string; folder: `/${string}` };
};

/**
 * The collections, each a folder below `CONTENT_DIR`, in the order of llms.txt. To add one, see
 * docs/architecture.md, "Adding a collection".
 */
export const contentCollections = {
  programs: {
    kind: 'program',
    labels: { singular: 'Programme', plural: 'Programmes' },
    base: '/programs',
    hasEntryPages: true,
    schema: programSchema,
    references: {
      level: 'level',
      'stages.*.courses.*': 'course',
      'stages.*.terms.*': 'term',
      lead: 'person',
    },
    pictures: ['card', 'page', 'link'],
    structuredData: 'EducationalOccupationalProgram',
  },
  courses: {
    kind: 'course',
    labels: { singular: 'Course', plural: 'Courses' },
    base: '/courses',
    hasEntryPages: true,
    schema: courseSchema,
    references: {
      subject: 'subject',
      level: 'level',
      'prerequisites.*': 'course',
      'people.*': 'person',
      'offerings.*.term': 'term',
    },
    pictures: ['card', 'page', 'link'],
    structuredData: 'Course',
  },
  pages: {
    kind: 'page',
    labels: { singular: 'Page', plural: 'Pages' },
    base: '',
    hasEntryPages: true,
    schema: pageSchema,
    mapSection: { title: 'About the institute', folder: '/about' },
  },
  handbook: {
    kind: 'handbook',
    labels: { singular: 'Handbook', plural: 'Handbook' },
    base: '/handbook',
    hasEntryPages: true,
    hasIndexEntry: true,
    hasFolders: true,
    schema: handbookPageSchema,
  },
  news: {
    kind: 'news',
    labels: { singular: 'News', plural: 'News' },
    base: '/news',
    hasEntryPages: true,
    schema: newsItemSchema,
    references: { author: 'person' },
    pictures: ['card', 'page', 'link'],
    structuredData: 'NewsArticle',
  },
  events: {
    kind: 'event',
    labels: { singular: 'Event', plural: 'Events' },
    base: '/events',
    hasEntryPages: true,
    schema: eventSchema,
    references: { 'courses.*': 'course', 'programs.*': 'program', 'people.*': 'person' },
    links: ['registration'],
    pictures: ['card', 'page', 'link'],
    structuredData: 'Event',
  },
  people: {
    kind: 'person',
    labels: { singular: 'Person', plural: 'People' },
    base: '/people',
    hasEntryPages: false,
    schema: personSchema,
    references: { 'subjects.*': 'subject' },
    pictures: ['portrait'],
  },
} as const satisfies Readonly<Record<string, CollectionDefinition>>;

type Collections = typeof contentCollections;
export type CollectionName = keyof Collections;
export type CollectionKind = Collections[CollectionName]['kind'];
/** The type of a page in search, twins and the manifest. */
export type PageType = Extract<Collections[CollectionName], { hasEntryPages: true }>['kind'];

/** The collections whose entries are shown on pages rendered on demand, such as forms and search results. */
export const onDemandCollections = [
  'courses',
  'programs',
  'events',
  'people',
] as const satisfies CollectionName[];

export const collectionNames = Object.keys(contentCollections) as CollectionName[];

export function definitionOf(name: CollectionName): CollectionDefinition {
  return contentCollections[name];
}

export function collectionOfKind(kind: CollectionKind): CollectionName {
  const name = collectionNames.find((each) => contentCollections[each].kind === kind);
  if (!name) throw new Error(`no collection has the kind ${kind}`);
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

/** `programs, courses, handbook, news and events`, for descriptions of the search. */
export const searchedCollections = new Intl.ListFormat('en-GB').format(
  pageCollections.filter(({ base }) => base !== '').map(({ labels }) => labels.plural.toLowerCase()),
);
