import { resolve } from 'node:path';
import { getCollection, type CollectionEntry } from 'astro:content';
import { site } from '#site';
import { entryAddress } from '#lib/content/addresses.ts';
import type { CollectionName } from '#lib/content/collections.ts';
import type { Document } from '#lib/content/documents/document.ts';
import { contentPicturesCache, createPictures, placePictures } from '#lib/content/documents/pictures.ts';
import { readDocument } from '#lib/content/documents/read-document.ts';
import { isOver } from '#lib/content/event.ts';
import { arrangeHandbook, type Handbook } from '#lib/content/handbook-tree.ts';
import { addressOfLink } from '#lib/content/links.ts';
import { dayIn, findTerm, type Term } from '#lib/content/terms.ts';
import { readBuildConfig } from './env.ts';

type Entry<Name extends CollectionName> = CollectionEntry<Name> & { path: string };
type CourseEntry = Entry<'courses'>;
type ProgramEntry = Entry<'programs'>;
type NewsEntry = Entry<'news'>;
type EventEntry = Entry<'events'>;
type PersonEntry = Entry<'people'>;
type HandbookEntry = Entry<'handbook'>;

/** The day of the build, from which pages tell past from future dates. */
export const today = dayIn(site.timeZone, new Date());
export const terms: readonly Term[] = site.terms(today);

/** A build reads each collection once; a preview reads it each time, since files may have changed. */
const loaded = new Map<CollectionName, Promise<Entry<CollectionName>[]>>();

/** Lists the entries of a collection with their addresses; drafts only in the preview. */
export function listEntries<Name extends CollectionName>(name: Name): Promise<Entry<Name>[]> {
  const known = loaded.get(name);
  if (known && !import.meta.env.DEV) return known as unknown as Promise<Entry<Name>[]>;
  const entries = loadPublic(name);
  loaded.set(name, entries as unknown as Promise<Entry<CollectionName>[]>);
  return entries;
}

async function loadPublic<Name extends CollectionName>(name: Name): Promise<Entry<Name>[]> {
  const entries = await getCollection(name, ({ data }) => import.meta.env.DEV || !data.draft);
  return entries.map((entry) => ({ ...entry, path: entryAddress(name, entry.id) }));
}

const { contentDir } = readBuildConfig();
const pictures = createPictures({ cacheDir: contentPicturesCache });

/** Parses the text of an entry to data, and generates its pictures. */
export async function readText({ body = '', filePath = '' }: Entry<CollectionName>): Promise<Document> {
  const file = resolve(filePath);
  const resolveLink = (url: string) => addressOfLink(url, file, contentDir);
  const { blocks, headings } = await readDocument(body, { file, resolveLink });
  return { blocks: await placePictures(blocks, { file, pictures }), headings };
}

/** All courses, by code. */
export async function listCourses(): Promise<CourseEntry[]> {
  return (await listEntries('courses')).toSorted((a, b) => a.data.code.localeCompare(b.data.code));
}

/** Returns the courses with these codes, in this order; skips unknown codes. */
export async function findCourses(codes: readonly string[]): Promise<CourseEntry[]> {
  const courses = await listEntries('courses');
  return codes.flatMap((code) => courses.find((course) => course.data.code === code) ?? []);
}

/** Events that end today or later, soonest first, and those that are over, latest first. */
export async function listEvents(): Promise<{ upcoming: EventEntry[]; past: EventEntry[] }> {
  const events = (await listEntries('events')).toSorted(
    (a, b) => a.data.starts.localeCompare(b.data.starts) || a.id.localeCompare(b.id),
  );
  return {
    upcoming: events.filter((event) => !isOver(event.data, today)),
    past: events.filter((event) => isOver(event.data, today)).toReversed(),
  };
}

/** Returns the programs with these ids, in this order; skips unknown ids. */
export async function findPrograms(ids: readonly string[]): Promise<ProgramEntry[]> {
  const programs = await listEntries('programs');
  return ids.flatMap((id) => programs.find((program) => program.id === id) ?? []);
}

/** All programs, the shortest first. */
export async function listPrograms(): Promise<ProgramEntry[]> {
  return (await listEntries('programs')).toSorted(
    (a, b) => a.data.credits - b.data.credits || a.data.title.localeCompare(b.data.title),
  );
}

/** Published news, newest first. A preview also shows scheduled news. */
export async function listNews(): Promise<NewsEntry[]> {
  return (await listEntries('news'))
    .filter((item) => import.meta.env.DEV || item.data.date <= today)
    .toSorted((a, b) => b.data.date.localeCompare(a.data.date) || a.id.localeCompare(b.id));
}

export async function listPeople(): Promise<PersonEntry[]> {
  return (await listEntries('people')).toSorted(
    (a, b) => (a.data.order ?? 1e9) - (b.data.order ?? 1e9) || a.data.name.localeCompare(b.data.name),
  );
}

/** Returns the people with these ids, in this order; skips unknown ids. */
export async function findPeople(ids: readonly string[]): Promise<PersonEntry[]> {
  const people = await listEntries('people');
  return ids.flatMap((id) => people.find((person) => person.id === id) ?? []);
}

/** Returns undefined if the id is unknown or undefined. */
export async function findPerson(id: string | undefined): Promise<PersonEntry | undefined> {
  return id === undefined ? undefined : (await findPeople([id]))[0];
}

export async function readHandbook(): Promise<Handbook<HandbookEntry>> {
  const entries = await listEntries('handbook');
  if (import.meta.env.DEV) return arrangeHandbook(entries);
  handbook ??= arrangeHandbook(entries);
  return handbook;
}
let handbook: Handbook<HandbookEntry> | undefined;

/** Returns the offerings of a course with their terms, soonest first; skips offerings without a known term. */
export function scheduleOf(course: CourseEntry) {
  return course.data.offerings
    .flatMap((offering) => {
      const term = findTerm(offering.term, terms, today);
      return term ? [{ ...offering, term }] : [];
    })
    .toSorted((a, b) => a.term.starts.localeCompare(b.term.starts));
}
