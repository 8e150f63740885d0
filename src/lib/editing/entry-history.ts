import { ApiError } from '#lib/http/api-error.ts';
import { readField } from '#lib/http/form-field.ts';
import { entryErrors } from '#lib/i18n/en/desk.ts';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import type { Person } from '#lib/store/desk-schema.ts';
import { changeFacts } from './change-facts.ts';
import { noEntry, openEntry, requireRepository, type EditingDesk } from './desk.ts';
import { aliasesIn, removeAlias } from './move-entry.ts';
import { addressOfFile } from './moved-links.ts';
import { requireAddress } from './new-entry.ts';
import { saveDraft, type Saved } from './save-draft.ts';
import { patchFrontMatter } from '#lib/editing/front-matter/edit-front-matter.ts';
import { titleOf } from './entry-title.ts';
import { yamlFileOf } from './yaml-files.ts';
import type { Commit } from '#lib/repository/repository.ts';

export type Version = Commit & { path: string };

const versionsPerPage = 20;

/** The versions of an entry in git, the latest first, and whether there are older ones. */
export async function readHistory(
  desk: EditingDesk,
  file: string,
  page: number,
): Promise<{ versions: Version[]; hasOlder: boolean }> {
  if (!desk.repository) return { versions: [], hasOlder: false };
  const skip = (page - 1) * versionsPerPage;
  const found = await desk.repository.history(file, { limit: versionsPerPage + 1, skip });
  return { versions: found.slice(0, versionsPerPage), hasOlder: found.length > versionsPerPage };
}

/** The text of an entry in an earlier version; undefined if that version does not have the file. */
export async function readVersion(
  desk: EditingDesk,
  { path, id }: { path: string; id: string },
): Promise<string | undefined> {
  const found = /^[0-9a-f]{40,64}$/.test(id) ? await requireRepository(desk).read(path, id) : undefined;
  return found?.content.toString('utf8');
}

/**
 * Handles the form of an entry's page. Saves a draft that unpublishes the entry, publishes it again or restores a
 * version.
 */
export async function actOnEntry(
  form: FormData,
  desk: EditingDesk,
  { file, who }: { file: string; who: Person },
): Promise<void> {
  const action = readField(form, 'action');
  if (action === 'unpublish') return unpublishEntry(desk, file, { who });
  if (action === 'publish-again') {
    return publishAgain(desk, file, { who, isExpired: readField(form, 'state') === 'expired' });
  }
  const version = { path: readField(form, 'path'), id: readField(form, 'commit') };
  return restoreVersion(desk, { file, version }, { who });
}

/**
 * Saves an earlier version as the draft of an entry. If another entry has its address as an alias, removes that alias.
 * @throws ApiError INVALID_REQUEST if the text is the same, its address is in use, or someone else changed the entry
 */
async function restoreVersion(
  desk: EditingDesk,
  { file, version }: { file: string; version: { path: string; id: string } },
  { who }: { who: Person },
): Promise<void> {
  const text = await readVersion(desk, version);
  if (text === undefined) throw noEntry(file);
  const address = yamlFileOf(file) ? undefined : addressOfFile(file);
  const taken = await desk.takenAddresses();
  const holder = address === undefined ? undefined : taken.aliasHolder(address);
  if (address !== undefined) await requireAddress(desk, file, holder);
  const { changeSet } = await replaceText(desk, file, { who, change: () => text });
  // An entry that was deleted may have handed its address and its former addresses on to another one.
  for (const each of address === undefined ? [] : [address, ...aliasesIn(text)]) {
    const other = taken.aliasHolder(each);
    if (other === undefined || other === file) continue;
    await removeAlias(desk, { file: other, address: each }, { who, changeSet, now: Date.now() });
  }
}

/** Saves a draft that hides an entry from readers. */
async function unpublishEntry(desk: EditingDesk, file: string, { who }: { who: Person }): Promise<void> {
  const change = (text: string) => patchFrontMatter(text, { path: ['draft'], value: true });
  await replaceText(desk, file, { who, change });
}

/** Saves a draft without the fields that hide an entry from readers. */
async function publishAgain(
  desk: EditingDesk,
  file: string,
  { who, isExpired }: { who: Person; isExpired: boolean },
): Promise<void> {
  const hiding = isExpired ? ['draft', 'unpublishAt'] : ['draft'];
  const change = (text: string) => {
    const data = readFrontMatter(text).frontMatter?.data ?? {};
    const fields = hiding.filter((field) => field in data);
    return fields.reduce((left, field) => patchFrontMatter(left, { path: [field], value: undefined }), text);
  };
  await replaceText(desk, file, { who, change });
}

async function replaceText(
  desk: EditingDesk,
  file: string,
  { who, change }: { who: Person; change: (text: string) => string },
): Promise<Saved> {
  requireRepository(desk);
  const entry = await openEntry(desk, file);
  const { version, basedOn } = entry ?? { version: 0, basedOn: null };
  const text = changeFacts(file, entry?.text ?? '', change);
  if (text === entry?.text && entry.draft?.text !== null) {
    throw new ApiError('INVALID_REQUEST', entryErrors.sameText);
  }
  const title = titleOf(text, file);
  const result = await saveDraft(desk, { file, version, basedOn, text }, { who, title });
  if ('saved' in result) return result.saved;
  throw new ApiError('INVALID_REQUEST', entryErrors.changed({}));
}
