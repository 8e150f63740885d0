import type { DeskPeople } from '#lib/store/desk/desk-people.ts';
import type { DraftBin } from '#lib/store/desk/draft-bin.ts';
import type { ChangeSet, ChangeSets } from '#lib/store/desk/editing-change-sets.ts';
import type { Draft, Drafts } from '#lib/store/desk/editing-drafts.ts';
import type { Comments, OpenEntries, PreviewLinks } from '#lib/store/desk/editing-notes.ts';
import type { Person } from '#lib/store/desk-schema.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { entryErrors } from '#lib/i18n/en/desk.ts';
import { collectionNames } from '#lib/content/collections.ts';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import { instituteFileName } from '#lib/content/checking/institute-file.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import type { TakenAddresses } from '#lib/content/taken-addresses.ts';
import type { ContentProblem, Finding } from '#lib/content/checking/problem.ts';
import type { ContentRepository } from '#lib/repository/repository.ts';
import { maxTextLength } from '#lib/content/front-matter.ts';
import { textTooLong } from './text-size.ts';
import { mayEdit, yamlFileOf } from './yaml-files.ts';

/** Unsaved files on top of the content of the next publication, and what to render. */
export type DraftInput = {
  /** Texts by path in the content folder; null removes the file. */
  overlay: Readonly<Record<string, string | null>>;
  /**
   * The file whose page is rendered and whose problems are listed. Its page and the overlay are shown even if hidden.
   */
  file?: string;
  /** The address of the page to render, instead of the page of `file`. */
  address?: string;
  /** Whether to check the page of the file for accessibility problems. */
  checksAccessibility?: boolean;
  /** Whether to look for problems that the overlay causes in other files. */
  checksElsewhere?: boolean;
};

export type DraftPage = {
  /** Undefined if the file has no page or cannot be rendered. */
  html: string | undefined;
  problems: readonly Finding[];
  /** Accessibility problems, if requested. */
  accessibility: readonly Finding[];
  /** Problems that the overlay causes in other files, if requested. Paths are relative to the content folder. */
  elsewhere: readonly ContentProblem[];
  /** The address of the page, with an anchor for an entry without its own page. */
  address: string | undefined;
};

/** Renders a page from unsaved texts on top of the content of the next publication. */
type DraftRendering = {
  render(input: DraftInput): Promise<Pick<DraftPage, 'html' | 'problems' | 'elsewhere'>>;
};

/** The services and settings of the editor's desk. */
export type EditingDesk = {
  readonly drafts: Drafts;
  readonly changeSets: ChangeSets;
  readonly bin: DraftBin;
  readonly people: DeskPeople;
  readonly comments: Comments;
  readonly previewLinks: PreviewLinks;
  readonly openEntries: OpenEntries;
  /** Undefined while the desk is read-only. */
  readonly repository: ContentRepository | undefined;
  /** The text of a file as published by this server; undefined if there is none. */
  readonly readPublished: (path: string) => Promise<string | undefined>;
  /** After how many days this server deletes personal data. */
  readonly retentionDays: () => Institute['retentionDays'];
  /** The addresses in use. @param freed a file whose addresses count as free, because it is being moved or deleted */
  readonly takenAddresses: (freed?: string) => Promise<TakenAddresses>;
  /** Whether editors may publish their own changes. */
  readonly editorsPublish: 'reviewed' | 'own';
  /** Renders pages with drafts. */
  readonly rendering: DraftRendering;
  /** Secrets of preview links. The first one signs; all are accepted when a link is verified. */
  readonly linkSecrets: () => Promise<readonly string[]>;
  /** Fetches commits that were made outside the desk. Never rejects. */
  readonly takeCommits: () => Promise<void>;
  /** Starts a publication if something is due, and returns without waiting for it. */
  readonly wakePublisher: () => void;
};

/** After this long without a heartbeat, the entry counts as closed. Milliseconds. */
const heartbeatTimeout = 30_000;

/** An entry opened in the editor. */
export type OpenedEntry = {
  file: string;
  /** Empty if the file will be removed, or if it is new. */
  text: string;
  /** 0 if there is no draft. */
  version: number;
  /** The hash of the blob that the text is based on; null for a new file. */
  basedOn: string | null;
  draft: Draft | undefined;
  changeSet: ChangeSet | undefined;
  isReadOnly: boolean;
};

/** Whether the desk edits a file. @param file path in the content folder: `courses/soil-science.mdx` */
export function isEditable(file: string): boolean {
  if (yamlFileOf(file)) return true;
  const isSafe = /^\w+(?:\/[a-z\d][\w.-]*)+\.mdx?$/i.test(file) && file.length <= 200;
  return isSafe && collectionNames.some((name) => file.startsWith(`${name}/`));
}

/** @throws ApiError NOT_FOUND if the desk does not edit it */
export function requireKnown(file: string): string {
  if (isEditable(file)) return file;
  throw noEntry(file);
}

/** @throws ApiError NOT_FOUND if the desk does not edit it, FORBIDDEN if this person may not change it */
export function requireEditable(file: string, member: Pick<StaffMember, 'roles'>): string {
  if (mayEdit(member, requireKnown(file))) return file;
  throw new ApiError('FORBIDDEN', entryErrors.forAdmins);
}

/** Whether the desk can have a file. A repository of the collections alone does not have the facts of the institute. */
export function canHave({ repository }: Pick<EditingDesk, 'repository'>, file: string): boolean {
  return file !== instituteFileName || repository?.isWhole !== false;
}

/** @throws ApiError PAYLOAD_TOO_LARGE */
export function requireTextLength(text: string): string {
  if (text.length <= maxTextLength) return text;
  throw new ApiError('PAYLOAD_TOO_LARGE', textTooLong);
}

/** @throws ApiError FORBIDDEN while the desk is read-only */
export function requireRepository({ repository }: EditingDesk): ContentRepository {
  if (repository) return repository;
  throw new ApiError('FORBIDDEN', entryErrors.noRepository);
}

/** Reads the draft of a file or, without one, its published text. Undefined if there is neither. */
export async function openEntry(desk: EditingDesk, file: string): Promise<OpenedEntry | undefined> {
  const { drafts, changeSets, repository } = desk;
  if (!canHave(desk, file)) return undefined;
  const draft = await drafts.find(requireKnown(file));
  const isReadOnly = repository === undefined;
  if (draft) {
    const { version, basedOn, text } = draft;
    const changeSet = await changeSets.find(draft.changeSet);
    return { file, text: text ?? '', version, basedOn, draft, changeSet, isReadOnly };
  }
  const found = repository
    ? await readFromRepository(repository, file)
    : { text: await desk.readPublished(file), blob: null };
  // Settings files are optional, so a missing one opens empty.
  if (found?.text === undefined && !yamlFileOf(file)) return undefined;
  return {
    file,
    text: found?.text ?? '',
    version: 0,
    basedOn: found?.blob ?? null,
    isReadOnly,
    draft: undefined,
    changeSet: undefined,
  };
}

/**
 * Opens an existing entry, unless a draft deletes it.
 * @throws ApiError NOT_FOUND if there is none, INVALID_REQUEST if a draft deletes it
 */
export async function requireEntry(desk: EditingDesk, file: string): Promise<OpenedEntry> {
  const entry = await openEntry(desk, file);
  if (!entry) throw noEntry(file);
  if (entry.draft?.text !== null) return entry;
  const set = entry.changeSet?.title;
  throw new ApiError('INVALID_REQUEST', entryErrors.willBeDeleted({ file, set }));
}

/** A file with a folder for pictures and documents. @throws ApiError NOT_FOUND */
export function requireInFolder(file: string): string {
  if (file !== instituteFileName) return requireKnown(file);
  throw noEntry(file);
}

/** @throws ApiError INVALID_REQUEST for settings, whose file names are fixed; NOT_FOUND if the desk does not edit it */
export function requireMovable(file: string): string {
  if (!yamlFileOf(file)) return requireKnown(file);
  throw new ApiError('INVALID_REQUEST', entryErrors.isSettings);
}

/** Finds a change set by an id that a client sent. Undefined if unknown. */
export async function findChangeSet(
  { changeSets }: Pick<EditingDesk, 'changeSets'>,
  id: string,
): Promise<ChangeSet | undefined> {
  return /^[0-9a-f-]{36}$/.test(id) ? changeSets.find(id) : undefined;
}

async function readFromRepository(repository: ContentRepository, file: string) {
  const found = await repository.read(file);
  return found && { text: found.content.toString('utf8'), blob: found.blob };
}

/** Records that a person has an entry open. Returns the others who have it open. */
export function recordHeartbeat(
  { openEntries }: EditingDesk,
  file: string,
  { who, now = Date.now() }: { who: Person; now?: number },
): Promise<Person[]> {
  return openEntries.see(file, who, { now, since: now - heartbeatTimeout });
}

/** The text of a blob; empty for a new file, and for a blob that was never part of the content. */
export async function textOfBlob(repository: ContentRepository, blob: string | null): Promise<string> {
  if (blob === null) return '';
  const content = await repository.readShownBlob(blob);
  return content?.toString('utf8') ?? '';
}

export function noEntry(file: string): ApiError {
  return new ApiError('NOT_FOUND', entryErrors.unknown({ file: file.slice(0, 200) }));
}
