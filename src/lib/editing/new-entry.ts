import { ApiError } from '#lib/http/api-error.ts';
import { entryFormErrors as errors } from '#lib/i18n/en/desk.ts';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { entryId } from '#lib/content/addresses.ts';
import { collectionOfKind, type CollectionKind } from '#lib/content/collections.ts';
import { proposeFrom } from '#lib/content/propose-values.ts';
import { slugOf } from '#lib/content/slug-of.ts';
import { templates } from '#lib/content/templates.ts';
import type { Person } from '#lib/store/desk-schema.ts';
import { changeFacts } from './change-facts.ts';
import { requireKnown, requireEntry, requireMovable, requireRepository, type EditingDesk } from './desk.ts';
import { splitPath } from './moved-links.ts';
import { requireOwnSet } from '#lib/editing/review/own-set.ts';
import { saveDraft } from './save-draft.ts';
import { patchFrontMatter } from '#lib/editing/front-matter/edit-front-matter.ts';
import { readField } from '#lib/http/form-field.ts';

const maxTitleLength = 70;

type NewEntry = {
  kind: CollectionKind;
  title: string;
  /** Folder in the handbook; '' for its root. */
  folder: string;
  /** The file to copy, instead of using the template. */
  copyOf?: string | undefined;
  changeSet?: string | undefined;
};

/** The kinds of entries that can be created. */
export const entryKinds = Object.keys(templates) as CollectionKind[];

/** Reads the form for a new entry. @throws ApiError INVALID_REQUEST that describes the invalid field */
export function readNewEntry(form: FormData): NewEntry {
  const read = (name: string) => readField(form, name);
  const kind = entryKinds.find((each) => each === read('kind'));
  const title = read('title').replaceAll(/\s+/g, ' ');
  if (!kind) throw new ApiError('INVALID_REQUEST', errors.noKind);
  if (slugOf(title) === '') throw new ApiError('INVALID_REQUEST', errors.noTitle);
  if (title.length > maxTitleLength) {
    throw new ApiError('INVALID_REQUEST', errors.longTitle({ length: title.length, max: maxTitleLength }));
  }
  const folder = kind === 'handbook' ? toFolder(read('folder')) : '';
  return { kind, title, folder, copyOf: read('copyOf') || undefined, changeSet: read('set') || undefined };
}

export function toFolder(text: string): string {
  return text.split('/').map(slugOf).filter(Boolean).join('/');
}

type CreateOptions = {
  who: Person;
  now?: number;
  /** Values from existing content, which the template suggests. */
  known: Parameters<typeof proposeFrom>[1];
};

/**
 * Creates a draft from a template or as a copy. Returns its file.
 * @throws ApiError INVALID_REQUEST if its address is taken, or FORBIDDEN while the desk is read-only
 */
export async function createEntry(
  desk: EditingDesk,
  entry: NewEntry,
  options: CreateOptions,
): Promise<string> {
  const { kind, title, folder, copyOf, changeSet } = entry;
  const { who, known, now } = options;
  const collection = collectionOfKind(kind);
  const file = requireKnown([collection, folder, `${slugOf(title)}.mdx`].filter(Boolean).join('/'));
  await requireFree(desk, file);
  if (changeSet !== undefined) await requireOwnSet(desk, changeSet, who);
  const { text, authors } =
    copyOf === undefined
      ? { text: fromTemplate(kind, title, known), authors: undefined }
      : await copyEntry(desk, copyOf, title);
  const result = await saveDraft(
    desk,
    { file, version: 0, basedOn: null, text },
    { who, title, changeSet, authors, ...(now !== undefined && { now }) },
  );
  if ('conflict' in result) throw new ApiError('INVALID_REQUEST', errors.taken({ file }));
  return file;
}

/**
 * Fills the template with what is known: the title, the day and an unused course code. Editors fill in the rest.
 * Without its field `draft`: the desk publishes nothing before someone asks for it.
 */
function fromTemplate(kind: CollectionKind, title: string, known: CreateOptions['known']): string {
  const { today, code, date } = proposeFrom(title, known);
  return templates[kind]({ title, today, code, date }).replace(/^draft: true.*\n/m, '');
}

/** The text of a copy, and the authors of the original if it is a draft. */
async function copyEntry(desk: EditingDesk, file: string, title: string) {
  const source = await requireEntry(desk, requireMovable(file));
  const field = file.startsWith('people/') ? 'name' : 'title';
  const text = changeFacts(file, source.text, (copied) => {
    const named = patchFrontMatter(copied, { path: [field], value: title });
    const { aliases } = readFrontMatter(named).frontMatter?.data ?? {};
    return aliases === undefined ? named : patchFrontMatter(named, { path: ['aliases'], value: undefined });
  });
  return { text, authors: source.draft?.authors };
}

/**
 * Checks that a new file can be created.
 * @param freed the file that will be moved there
 * @throws ApiError INVALID_REQUEST if a file or draft has this name with any extension, or if the address is in use
 */
export async function requireFree(desk: EditingDesk, file: string, freed?: string): Promise<void> {
  const repository = requireRepository(desk);
  const name = file.replace(/(?:\/index)?\.mdx?$/, '');
  const same = ['.mdx', '.md', '/index.mdx', '/index.md'].map((ending) => name + ending);
  const [files, drafts] = await Promise.all([repository.list(), desk.drafts.listAll()]);
  const existing = [...files, ...drafts].find(({ path }) => same.includes(path));
  if (existing) throw new ApiError('INVALID_REQUEST', errors.taken({ file: existing.path }));
  await requireAddress(desk, file, freed);
}

/** @throws ApiError INVALID_REQUEST if the address of the file is invalid or in use */
export async function requireAddress(desk: EditingDesk, file: string, freed?: string): Promise<void> {
  const { collection, name } = splitPath(file);
  const taken = await desk.takenAddresses(freed);
  const problem = taken.whyNotPage({ collection, id: entryId(name), file });
  if (!problem) return;
  const { message } = problem;
  throw new ApiError('INVALID_REQUEST', {
    message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
    resolution: errors.chooseAnotherName,
  });
}
