import { resolve } from 'node:path';
import type { CollectionEntry } from 'astro:content';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { entryAddress } from '#lib/content/addresses.ts';
import type { CollectionName } from '#lib/content/collections.ts';
import type { Document } from '#lib/content/documents/document.ts';
import {
  contentPicturesCache,
  createPictures,
  placePictures,
} from '#lib/content/documents/content-pictures.ts';
import { toEditorSettings, type EditorSettings } from '#lib/content/editor-settings.ts';
import {
  toLinkPicture,
  type CroppedPicture,
  type LinkPicture,
  type PictureShapeName,
} from '#lib/content/entry-picture.ts';
import { isOver } from '#lib/content/event.ts';
import { arrangeHandbook, type Handbook } from '#lib/content/handbook-tree.ts';
import { addressOfLink } from '#lib/content/links.ts';
import { dayIn, findTerm, type Day, type Term } from '#lib/content/terms.ts';
import { currentView, type ContentView, type StoredEntry } from './content-view.ts';
import { showHomePicture, showPicture } from './entry-pictures.ts';
import { readBuildConfig, readSiteConfig } from '#app/env.ts';

/** A content file that has been read, with its address. */
export type Entry<Name extends CollectionName = CollectionName> = CollectionEntry<Name> & { path: string };
export type CourseEntry = Entry<'courses'>;
export type ProgramEntry = Entry<'programs'>;
export type NewsEntry = Entry<'news'>;
export type EventEntry = Entry<'events'>;
export type PersonEntry = Entry<'people'>;
type HandbookEntry = Entry<'handbook'>;
export type WithPicture<Item> = Item & { picture: CroppedPicture | undefined };

/** The time that pages are rendered for: that of the publication or, for dynamic pages, of the request. */
export function now(): Date {
  return currentView()?.now ?? new Date();
}

/** Today at the institute, from which pages tell past from future dates. */
export function today(): Day {
  return dayIn(institute().timeZone, now());
}

/** The public origin of the site. */
export function siteUrl(): string {
  return readSiteConfig().siteUrl;
}

/** Midnight (UTC) of today, for files that should not change within a day. */
export function startOfToday(): Date {
  return new Date(`${today()}T00:00:00Z`);
}

export function terms(): readonly Term[] {
  return listTerms(institute().terms, today());
}

const addressed = new WeakMap<StoredEntry, StoredEntry & { path: string }>();

/** Lists the public entries of a collection with their addresses; in a preview also hidden ones. */
export async function listEntries<Name extends CollectionName>(name: Name): Promise<Entry<Name>[]> {
  const view = currentView();
  const entries = await cached(view, name, async () =>
    (view?.entries(name) ?? (await loadEntries(name))).map((entry) => {
      const known = addressed.get(entry) ?? { ...entry, path: entryAddress(name, entry.id) };
      addressed.set(entry, known);
      return known;
    }),
  );
  return entries as Entry<Name>[];
}

/** The entries in `astro dev`. */
async function loadEntries(name: CollectionName): Promise<StoredEntry[]> {
  const { getCollection } = await import('astro:content');
  return getCollection(name);
}

/** The settings that editors can change: from the current content view, or else, in `astro dev`, from their files. */
export async function readEditorSettings(): Promise<EditorSettings> {
  return currentView()?.editorSettings ?? loadSettings();
}

async function loadSettings(): Promise<EditorSettings> {
  const { getCollection } = await import('astro:content');
  return toEditorSettings(await getCollection('settings'));
}

const made = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Caches a value for each state of the content. Without a view, as in `npm run dev`, nothing is cached. */
function cached<Made>(view: ContentView | undefined, key: string, make: () => Promise<Made>): Promise<Made> {
  if (!view) return make();
  const ofContent = made.get(view.entries) ?? new Map<string, Promise<unknown>>();
  made.set(view.entries, ofContent);
  const known = (ofContent.get(key) as Promise<Made> | undefined) ?? make();
  ofContent.set(key, known);
  return known;
}

const pictures = createPictures({ cacheDir: contentPicturesCache });
const read = new WeakMap<object, Promise<Document>>();

/** Parses the text of an entry into data, and generates its pictures. */
export async function readText(entry: Entry): Promise<Document> {
  const file = resolve(entry.filePath ?? '');
  const known = read.get(entry) ?? parseText(entry.body ?? '', file);
  read.set(entry, known);
  const { blocks, headings } = await known;
  return {
    blocks: await placePictures(blocks, { file, pictures: currentView()?.pictures ?? pictures }),
    headings,
  };
}

/** The picture of an entry in a shape; undefined if it has none. */
export async function readPicture(
  entry: Entry,
  shape: PictureShapeName,
): Promise<CroppedPicture | undefined> {
  return showPicture(entry, { shape, pictures: currentView()?.pictures ?? pictures });
}

/** The picture of an entry for link previews; undefined if it has none, or if other sites can't show it. */
export async function readLinkPicture(entry: Entry): Promise<LinkPicture | undefined> {
  const picture = await readPicture(entry, 'link');
  return picture && toLinkPicture(picture);
}

/** Adds to each entry its picture. */
export async function withPictures<Item extends Entry>(
  entries: readonly Item[],
  shape: PictureShapeName,
): Promise<WithPicture<Item>[]> {
  return Promise.all(entries.map(async (entry) => ({ ...entry, picture: await readPicture(entry, shape) })));
}

/** The picture of the home page. */
export async function readHomePicture(): Promise<CroppedPicture | undefined> {
  const { home } = await readEditorSettings();
  return showHomePicture(home, {
    contentDir: contentDirOfView(),
    pictures: currentView()?.pictures ?? pictures,
  });
}

function contentDirOfView(): string {
  return currentView()?.contentDir ?? readBuildConfig().contentDir;
}

async function parseText(body: string, file: string): Promise<Document> {
  const contentDir = contentDirOfView();
  // Imported on demand: a server that only serves needs no parser, and some platforms lack its binary.
  const { readDocument } = await import('#lib/content/documents/read-document.ts');
  return readDocument(body, { file, resolveLink: (url) => addressOfLink(url, file, contentDir) });
}

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
    upcoming: events.filter((event) => !isOver(event.data, today())),
    past: events.filter((event) => isOver(event.data, today())).toReversed(),
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
  return (await listEntries('news')).toSorted(
    (a, b) => b.data.date.localeCompare(a.data.date) || a.id.localeCompare(b.id),
  );
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

export function readHandbook(): Promise<Handbook<HandbookEntry>> {
  return cached(currentView(), 'arranged handbook', async () =>
    arrangeHandbook(await listEntries('handbook')),
  );
}

/** Returns the offerings of a course with their terms, soonest first; skips offerings without a known term. */
export function scheduleOf(course: CourseEntry) {
  return course.data.offerings
    .flatMap((offering) => {
      const term = findTerm(offering.term, terms(), today());
      return term ? [{ ...offering, term }] : [];
    })
    .toSorted((a, b) => a.term.starts.localeCompare(b.term.starts));
}
