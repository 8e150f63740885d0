import { contentCollections } from '#lib/content/collections.ts';
import { noEntry, openEntry, requireKnown, requireMovable, type EditingDesk } from '#lib/editing/desk.ts';
import { diffEntry } from '#lib/editing/review/entry-diff.ts';
import { readHistory, readVersion } from '#lib/editing/entry-history.ts';
import { addressOfFile } from '#lib/editing/moved-links.ts';
import { findElsewhere } from '#lib/editing/review/check-drafts.ts';
import type { ListedEntry } from '#lib/editing/entry-list.ts';
import { titleOf } from '#lib/editing/entry-title.ts';
import { overlayOf } from '#lib/editing/draft-files.ts';
import { readEntries } from './desk-pages.ts';
import { readDetailNames } from './editor-page.ts';
import type { DeskServices } from './require-desk.ts';

/** Maximum page of a history: git must count all versions before a page. */
const maxPage = 10_000;

/** An entry with its history and, if the query string names a version, the diff to it. */
export async function readEntryPage(services: DeskServices, { searchParams }: URL) {
  const { desk } = services;
  const file = searchParams.get('file') ?? '';
  const page = Math.min(maxPage, Math.max(1, Math.trunc(Number(searchParams.get('page')) || 1)));
  const entry = await openEntry(desk, file);
  // A draft that renames an entry has the history of that entry.
  const publishedFile = entry?.draft?.movedFrom ?? file;
  const { versions, hasOlder } = await readHistory(desk, publishedFile, page);
  if (!entry && versions.length === 0) throw noEntry(file);
  const listed = (await readEntries(services)).find((each) => each.file === file);
  const chosen = searchParams.get('version');
  const version = versions.find(({ id }) => id === chosen);
  const text = version && (await readVersion(desk, version));
  const authors = await desk.changeSets.listAuthors(versions.map(({ id }) => id));
  const now = entry?.text ?? '';
  const comparison =
    version && text !== undefined
      ? {
          version,
          isSame: text === now,
          diff: diffEntry({ file, before: text, after: now }, await readDetailNames(services)),
        }
      : undefined;
  return {
    listed,
    /** Where readers see it until the draft that renames it is published. */
    liveAddress: publishedFile === file ? listed?.address : addressOfFile(publishedFile),
    versions,
    authors,
    hasOlder,
    page,
    title: entry ? titleOf(now || (text ?? ''), file) : file,
    comparison,
  };
}

/** The input to render a page: with the drafts of a change set, at a commit, or as published. */
export async function readPageDraft({ desk }: DeskServices, { searchParams }: URL) {
  const file = requireKnown(searchParams.get('file') ?? '');
  const [set, id] = [searchParams.get('set'), searchParams.get('commit')];
  if (set !== null) return { file, overlay: overlayOf(await desk.drafts.list(set)) };
  if (id === null) return { file, overlay: {} };
  const text = await readVersion(desk, { path: file, id });
  if (text === undefined) throw noEntry(file);
  return { file, overlay: { [file]: text } };
}

/** An entry that can be renamed or deleted. @throws ApiError NOT_FOUND or INVALID_REQUEST */
export async function readMovable(desk: EditingDesk, file: string) {
  const entry = await openEntry(desk, requireMovable(file));
  if (!entry) throw noEntry(file);
  return { entry, title: titleOf(entry.text, file) };
}

/** An entry that can be deleted, possible targets for its redirect, and the problems that deleting it causes. */
export async function readRemovable(services: DeskServices, file: string) {
  const { desk } = services;
  const movable = await readMovable(desk, file);
  const targets = (await readEntries(services)).filter(
    (each) => each.file !== file && each.isLive && !each.isRemoved && hasEntryPages(each),
  );
  return {
    ...movable,
    targets,
    elsewhere: desk.repository ? await findElsewhere(desk, { [file]: null }) : [],
  };
}

function hasEntryPages({ collection }: ListedEntry): boolean {
  return collection !== 'settings' && contentCollections[collection].hasEntryPages;
}

/** The entry to copy to a new one, with its kind, and the folders of the handbook. */
export async function readNewEntryPage(services: DeskServices, copyOf: string) {
  const entries = await readEntries(services);
  const source = entries.find(({ file }) => file === copyOf);
  const folders = entries.filter(({ collection }) => collection === 'handbook').map(({ folder }) => folder);
  return {
    source:
      source && source.collection !== 'settings'
        ? { ...source, kind: contentCollections[source.collection].kind }
        : undefined,
    folders: [...new Set(folders)].toSorted(),
  };
}
