import { collectionNames, contentCollections, type CollectionName } from '#lib/content/collections.ts';
import { entryAddress, entryId } from '#lib/content/addresses.ts';
import { settingsFolder } from '#lib/content/editor-settings.ts';
import type { ContentReport } from '#lib/content/report-file.ts';
import type { ChangeSet } from '#lib/store/desk/editing-change-sets.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import type { DraftFacts } from './draft-facts.ts';
import { isText } from './draft-files.ts';
import { yamlFileOf, yamlFiles, type YamlFile } from './yaml-files.ts';

export const entryStates = {
  live: 'Live',
  changed: 'Changed',
  review: 'In review',
  scheduled: 'Scheduled',
  draft: 'Draft',
  expired: 'Expired',
} as const;

const kinds: readonly EntryKind[] = [...collectionNames, settingsFolder];

export type EntryState = keyof typeof entryStates;

/** A collection, or the settings and the facts of the institute. */
type EntryKind = CollectionName | typeof settingsFolder;

export type ListedEntry = {
  file: string;
  title: string;
  address: string;
  collection: EntryKind;
  /** Folder in the collection; '' for its root. */
  folder: string;
  state: EntryState;
  /** Whether readers see it now. */
  isLive: boolean;
  isRemoved: boolean;
  owner: string | null;
  /** Day of the last review, or the day on which the draft was saved. */
  updated: string | null;
  savedAt: number | undefined;
  savedBy: string | undefined;
  changeSet: { id: string; title: string } | undefined;
  problems: number;
};

type Sources = {
  report: ContentReport | undefined;
  drafts: readonly Draft[];
  changeSets: readonly Pick<ChangeSet, 'id' | 'title' | 'state'>[];
  /** By path. */
  facts: ReadonlyMap<string, DraftFacts>;
  /** Converts a file name in the report to a path in the content folder. */
  pathOf: (file: string) => string;
};

/** Lists all entries, published ones and drafts. */
export function listAllEntries({ report, drafts, changeSets, facts, pathOf }: Sources): ListedEntry[] {
  const problems = Map.groupBy(report?.problems ?? [], ({ file }) => pathOf(file));
  const sets = new Map(changeSets.map((set) => [set.id, set]));
  const byFile = new Map<string, ListedEntry>();
  for (const entry of yamlFiles.map(toSettings)) {
    byFile.set(entry.file, { ...entry, problems: problems.get(entry.file)?.length ?? 0 });
  }
  for (const { file, title, address, collection, hidden, owner, updated } of report?.pages ?? []) {
    const path = pathOf(file);
    byFile.set(path, {
      file: path,
      title,
      address,
      collection,
      owner,
      updated,
      folder: folderOf(path),
      state: hidden ?? 'live',
      isLive: hidden === null,
      isRemoved: false,
      savedAt: undefined,
      savedBy: undefined,
      changeSet: undefined,
      problems: problems.get(path)?.length ?? 0,
    });
  }
  for (const draft of drafts.filter(({ path }) => isText(path))) {
    const published = byFile.get(draft.movedFrom ?? draft.path);
    if (draft.movedFrom !== null) byFile.delete(draft.movedFrom);
    byFile.set(
      draft.path,
      withDraft(draft, published, { set: sets.get(draft.changeSet), facts: facts.get(draft.path) }),
    );
  }
  return [...byFile.values()].toSorted((a, b) => a.title.localeCompare(b.title));
}

function toSettings({ path, label }: YamlFile): ListedEntry {
  return {
    file: path,
    title: label,
    address: '/',
    collection: settingsFolder,
    folder: '',
    state: 'live',
    isLive: true,
    isRemoved: false,
    owner: null,
    updated: null,
    savedAt: undefined,
    savedBy: undefined,
    changeSet: undefined,
    problems: 0,
  };
}

function withDraft(
  draft: Draft,
  published: ListedEntry | undefined,
  {
    set,
    facts,
  }: { set: Pick<ChangeSet, 'id' | 'title' | 'state'> | undefined; facts: DraftFacts | undefined },
): ListedEntry {
  const { path, text, savedAt, savedBy } = draft;
  const settings = yamlFileOf(path);
  const place = settings ? toSettings(settings) : placeOf(path);
  const title = (settings ? undefined : facts?.title) ?? published?.title;
  const unpublished = published?.isLive ? 'changed' : 'draft';
  return {
    file: path,
    collection: place.collection,
    folder: place.folder,
    address: place.address,
    savedAt,
    savedBy: savedBy.name || savedBy.email,
    title: title ?? path,
    state: set?.state === 'review' || set?.state === 'scheduled' ? set.state : unpublished,
    isLive: published?.isLive ?? false,
    isRemoved: text === null,
    owner: facts?.owner ?? published?.owner ?? null,
    updated: published?.updated ?? null,
    changeSet: set && { id: set.id, title: set.title },
    problems: published?.problems ?? 0,
  };
}

function placeOf(path: string): Pick<ListedEntry, 'collection' | 'folder' | 'address'> {
  const [collection, ...rest] = path.split('/') as [CollectionName, ...string[]];
  const address = entryAddress(collection, entryId(rest.join('/')));
  return { collection, folder: folderOf(path), address };
}

function folderOf(path: string): string {
  return path.split('/').slice(1, -1).join('/');
}

type EntryQuery = {
  text: string;
  state: EntryState | '';
  collection: EntryKind | '';
  folder: string;
  page: number;
};

/** Reads the filter from the query string. Ignores unknown values. */
export function readEntryQuery({ searchParams }: URL): EntryQuery {
  const state = Object.keys(entryStates).find((each) => each === searchParams.get('state'));
  return {
    text: (searchParams.get('q') ?? '').trim().slice(0, 200),
    state: (state ?? '') as EntryQuery['state'],
    collection: kinds.find((each) => each === searchParams.get('collection')) ?? '',
    folder: (searchParams.get('folder') ?? '').slice(0, 200),
    page: Math.max(1, Math.trunc(Number(searchParams.get('page')) || 1)),
  };
}

export function addressOfQuery(query: Partial<EntryQuery>): string {
  const { text, page, ...rest } = query;
  const fields = { q: text, ...rest, page: page === undefined || page === 1 ? '' : String(page) };
  const given = Object.entries(fields).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return `/staff/content${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

const entriesPerPage = 50;

/** One page of matching entries, and the folders and states that the filter offers. */
export function filterEntries(entries: readonly ListedEntry[], query: EntryQuery) {
  const inCollection = entries.filter(
    ({ collection }) => !query.collection || collection === query.collection,
  );
  const inFolder = inCollection.filter(
    ({ folder }) => !query.folder || folder === query.folder || folder.startsWith(`${query.folder}/`),
  );
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = inFolder.filter(({ title, file, address, owner, savedBy }) => {
    const searched = [title, file, address, owner, savedBy].join(' ').toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const found = matching.filter(({ state }) => !query.state || state === query.state);
  const pages = Math.max(1, Math.ceil(found.length / entriesPerPage));
  const page = Math.min(query.page, pages);
  return {
    rows: found.slice((page - 1) * entriesPerPage, page * entriesPerPage),
    found: found.length,
    page,
    pages,
    counts: Object.fromEntries(
      Object.keys(entryStates).map((state) => [
        state,
        matching.filter((each) => each.state === state).length,
      ]),
    ) as Record<EntryState, number>,
    folders: query.collection ? listFolders(inCollection) : [],
  };
}

function listFolders(entries: readonly ListedEntry[]): string[] {
  return [...new Set(entries.map(({ folder }) => folder))].filter((folder) => folder !== '').toSorted();
}

export const collectionOptions = [
  ...collectionNames.map((name) => ({ value: name, label: contentCollections[name].labels.plural })),
  { value: settingsFolder, label: 'Settings' },
];
