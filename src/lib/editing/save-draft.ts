import { ApiError } from '#lib/http/api-error.ts';
import { entryErrors } from '#lib/i18n/en/desk.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import type { Person } from '#lib/store/desk-schema.ts';
import {
  canHave,
  noEntry,
  openEntry,
  requireKnown,
  requireRepository,
  requireTextLength,
  recordHeartbeat,
  textOfBlob,
  type EditingDesk,
} from './desk.ts';
import { isText } from './draft-files.ts';
import { titleOf } from './entry-title.ts';
import { withLineEndsOf } from './line-ends.ts';
import type { ContentRepository } from '#lib/repository/repository.ts';

/** Returned when a save conflicts: the text on the server, to merge with. */
export type SaveConflict = {
  /** `saved`: someone else saved the draft. `published`: the published file changed. */
  reason: 'saved' | 'published';
  /** The common ancestor of both texts. */
  base: string;
  text: string;
  version: number;
  basedOn: string | null;
  savedBy: string | undefined;
};

/** What an editor has open: the version of the draft, 0 without one, and the published blob that it is based on. */
export type Seen = { version: number; basedOn: string | null };

export type SaveInput = Seen & { file: string; text: string | null };

type SaveOptions = {
  who: Person;
  title?: string;
  /** The change set that a new draft joins. */
  changeSet?: string | undefined;
  /** Others who wrote the text that a new draft starts from. */
  authors?: readonly string[] | undefined;
  now?: number;
};

export type Saved = {
  version: number;
  savedAt: number;
  basedOn: string | null;
  /** The change set of the draft. */
  changeSet: string;
  /** Others who have the entry open. */
  people: Person[];
};

/**
 * Saves a draft. Returns a conflict if the draft or its published file has changed since `input.version` and
 * `input.basedOn`.
 * @throws ApiError NOT_FOUND, FORBIDDEN, INVALID_REQUEST, PAYLOAD_TOO_LARGE or STORE_UNAVAILABLE
 */
export async function saveDraft(
  desk: EditingDesk,
  input: SaveInput,
  { who, title, changeSet, authors, now = Date.now() }: SaveOptions,
): Promise<{ saved: Saved } | { conflict: SaveConflict }> {
  const { file, version, basedOn } = input;
  const repository = requireRepository(desk);
  if (!canHave(desk, file)) throw noEntry(file);
  if (input.text !== null && isText(file)) requireTextLength(input.text);
  const known = await findConflict(desk, file, { version, basedOn });
  if (known) return { conflict: known };
  const text = isText(file) ? await keepLineEnds(repository, input) : input.text;
  const result = await desk.drafts.save({
    path: file,
    version,
    basedOn,
    text,
    by: who,
    now,
    changeSet,
    authors,
    title: title ?? titleOf(text ?? '', file),
  });
  if ('refused' in result) throw beingPublished();
  if ('conflict' in result) return { conflict: await savedConflict(repository, result.conflict, file) };
  const people = await recordHeartbeat(desk, file, { who, now });
  const { draft } = result;
  const { savedAt, basedOn: blob, changeSet: set } = draft;
  return { saved: { version: draft.version, savedAt, basedOn: blob, changeSet: set, people } };
}

/** Pasted text may have other line ends than the published file. */
async function keepLineEnds(repository: ContentRepository, { basedOn, text }: SaveInput) {
  return text === null ? null : withLineEndsOf(await textOfBlob(repository, basedOn), text);
}

/**
 * The state of an entry and who else has it open. Also records that this person has it open.
 * @param seen what the person has open; if others have saved or published since, the result has a `conflict`
 */
export async function describeEntry(
  desk: EditingDesk,
  file: string,
  { who, seen }: { who: Person; seen: Seen | undefined },
) {
  const entry = await openEntry(desk, file);
  if (!entry) throw noEntry(file);
  const { version, basedOn, changeSet } = entry;
  return {
    version,
    basedOn,
    changeSet: changeSet ? { id: changeSet.id, state: changeSet.state } : null,
    people: await recordHeartbeat(desk, file, { who }),
    conflict: (seen && (await findConflict(desk, file, seen))) ?? null,
  };
}

async function findConflict(
  { drafts, repository }: EditingDesk,
  file: string,
  { version, basedOn }: Seen,
): Promise<SaveConflict | undefined> {
  if (!repository) return undefined;
  const known = await drafts.find(requireKnown(file));
  if ((known?.version ?? 0) !== version) return savedConflict(repository, known, file);
  const published = await repository.read(known?.movedFrom ?? file);
  if ((published?.blob ?? null) === basedOn) return undefined;
  return publishedConflict(repository, { published, basedOn, version });
}

type Committed = Awaited<ReturnType<ContentRepository['read']>>;

async function publishedConflict(
  repository: ContentRepository,
  input: { published: Committed; basedOn: string | null; version: number },
): Promise<SaveConflict> {
  const { published, basedOn, version } = input;
  return {
    reason: 'published',
    version,
    savedBy: undefined,
    base: await textOfBlob(repository, basedOn),
    text: published?.content.toString('utf8') ?? '',
    basedOn: published?.blob ?? null,
  };
}

/** Reads the repository again: if the draft is gone, it may have been committed during the save. */
async function savedConflict(
  repository: ContentRepository,
  draft: Draft | undefined,
  file: string,
): Promise<SaveConflict> {
  const basedOn = draft ? draft.basedOn : ((await repository.read(file))?.blob ?? null);
  const base = await textOfBlob(repository, basedOn);
  return {
    reason: 'saved',
    base,
    basedOn,
    version: draft?.version ?? 0,
    text: draft ? (draft.text ?? '') : base,
    savedBy: draft?.savedBy.name,
  };
}

function beingPublished(): ApiError {
  return new ApiError('INVALID_REQUEST', entryErrors.beingPublished);
}
