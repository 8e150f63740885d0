import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '#lib/http/api-error.ts';
import { readField } from '#lib/http/form-field.ts';
import { entryErrors, entryFormErrors as errors } from '#lib/i18n/en/desk.ts';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { addressPartPattern, aliasPattern } from '#lib/content/address-pattern.ts';
import { definitionOf } from '#lib/content/collections.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import type { Person } from '#lib/store/desk-schema.ts';
import { changeFacts } from './change-facts.ts';
import { requireEntry, requireMovable, requireRepository, type EditingDesk } from './desk.ts';
import { newFilesOf } from './draft-files.ts';
import { patchFrontMatter } from '#lib/editing/front-matter/edit-front-matter.ts';
import {
  addressOfFile,
  keepRelativeTargets,
  replaceLinks,
  replaceReferences,
  splitPath,
} from './moved-links.ts';
import { titleOf } from './entry-title.ts';
import { requireFree, toFolder } from './new-entry.ts';

type Doer = { who: Person; now?: number };

/** A file that refers to another file in links or fields. */
type Mention = { file: string; links: number };

/** The text of every entry by path: the draft, or else the published text. */
async function readTexts({ drafts, ...desk }: EditingDesk): Promise<Map<string, string>> {
  const repository = requireRepository({ drafts, ...desk });
  const all = await drafts.listAll();
  const changed = new Set(all.flatMap(({ path, movedFrom }) => [path, movedFrom ?? path]));
  const files = (await repository.list()).filter(({ path }) => /\.mdx?$/.test(path) && !changed.has(path));
  const texts = new Map<string, string>();
  for (const { path } of files) {
    const text = await desk.readPublished(path);
    if (text !== undefined) texts.set(path, text);
  }
  for (const { path, text } of all) if (text !== null && /\.mdx?$/.test(path)) texts.set(path, text);
  return texts;
}

/** The entries that link to an entry, or refer to it by its file name. */
export async function findMentions(desk: EditingDesk, file: string, to = file): Promise<Mention[]> {
  const texts = await readTexts(desk);
  const mentions: Mention[] = [];
  for (const [path, text] of texts) {
    if (path === file) continue;
    await nextTurn();
    const { count } = replaceMentions(text, path, { from: file, to });
    if (count > 0) mentions.push({ file: path, links: count });
  }
  return mentions;
}

function replaceMentions(text: string, path: string, { from, to }: { from: string; to: string }) {
  const linked = replaceLinks(text, path, { from: addressOfFile(from), to: addressOfFile(to) });
  const referred = replaceReferences(linked.text, path, { from, to });
  return { text: referred.text, count: linked.count + referred.count };
}

/** The new path of an entry. @param name its new name, with its folder: `leave/sick-leave` */
export function targetOf(file: string, name: string): string {
  const { collection } = splitPath(file);
  const path = toFolder(name);
  if (path === '') throw new ApiError('INVALID_REQUEST', errors.noName);
  return `${collection}/${path}${/\.mdx?$/.exec(file)?.[0] ?? '.mdx'}`;
}

/**
 * Moves an entry to another file as a draft, and redirects its old address. Returns the new file.
 * @throws ApiError INVALID_REQUEST if the target exists or someone else changed the entry
 */
export async function moveEntry(
  desk: EditingDesk,
  input: { file: string; name: string; updatesLinks: boolean },
  { who, now = Date.now() }: Doer,
): Promise<string> {
  const { file, name, updatesLinks } = input;
  const to = targetOf(requireMovable(file), name);
  const entry = await requireEntry(desk, file);
  if (to === file) throw new ApiError('INVALID_REQUEST', errors.sameName);
  await requireFree(desk, to, file);
  const texts = updatesLinks ? await readTexts(desk) : new Map<string, string>();
  const isPublished = entry.basedOn !== null;
  const adjusted = keepRelativeTargets(entry.text, file, to);
  const hasPage = definitionOf(splitPath(file).collection).hasEntryPages;
  const former = isPublished && hasPage ? await listAliases(desk, { file, target: to }) : [];
  const add = (moved: string) => addAliases(moved, former, addressOfFile(to));
  const text = former.length > 0 ? changeFacts(file, adjusted, add) : adjusted;
  const movedFrom = isPublished ? (entry.draft?.movedFrom ?? file) : null;
  const draft = await putDraft(desk, {
    path: to,
    version: 0,
    basedOn: entry.basedOn,
    text,
    movedFrom,
    by: who,
    now,
    title: titleOf(text, to),
    changeSet: entry.draft?.changeSet,
    authors: entry.draft?.authors,
  });
  if (entry.draft) await desk.drafts.discard([entry.draft], { who: who.email, now, isMoved: true });
  for (const [path, mentioning] of texts) {
    if (path === file || path === to) continue;
    await nextTurn();
    const { count, text: updated } = replaceMentions(mentioning, path, { from: file, to });
    if (count > 0) await changeOther(desk, path, () => updated, { who, now, changeSet: draft.changeSet });
  }
  return to;
}

/**
 * Reads from the form to which entry a deleted entry redirects. Undefined if there is no redirect.
 * @throws ApiError INVALID_REQUEST if none is chosen
 */
export function readRedirect(form: FormData): string | undefined {
  if (readField(form, 'readers') !== 'target') return undefined;
  const target = readField(form, 'target');
  if (target === '') throw new ApiError('INVALID_REQUEST', errors.noTarget);
  return target;
}

/**
 * Deletes an entry in a draft, and redirects its addresses to another entry if one is given. An entry that was never
 * published is discarded. Returns the draft's change set; undefined if it was discarded.
 */
export async function removeEntry(
  desk: EditingDesk,
  { file, target }: { file: string; target: string | undefined },
  { who, now = Date.now() }: Doer,
): Promise<string | undefined> {
  requireRepository(desk);
  requireMovable(file);
  const { draft: existing, basedOn, version, text } = await requireEntry(desk, file);
  if (basedOn === null && existing) {
    const { changeSet } = existing;
    const files = newFilesOf(existing, await desk.drafts.list(changeSet));
    await desk.drafts.discard([existing, ...files], { who: who.email, now });
    return undefined;
  }
  if (target === file) throw new ApiError('INVALID_REQUEST', errors.redirectToItself);
  const redirect = target === undefined ? undefined : await planRedirect(desk, { file, text, target });
  const draft = await putDraft(desk, {
    path: file,
    version,
    basedOn,
    text: null,
    by: who,
    now,
    title: `Delete ${titleOf(text, file)}`,
  });
  if (target !== undefined && redirect) {
    await changeOther(desk, target, redirect, { who, now, changeSet: draft.changeSet });
  }
  return draft.changeSet;
}

/**
 * Plans the change that redirects the addresses of an entry to another entry.
 * @throws ApiError if the other entry can't be changed
 */
async function planRedirect(
  desk: EditingDesk,
  { file, text, target }: { file: string; text: string; target: string },
): Promise<(other: string) => string> {
  const { text: known } = await requireEntry(desk, requireMovable(target));
  const addresses = await listAliases(desk, { file, text, target });
  const change = (other: string) => addAliases(other, addresses, addressOfFile(target));
  changeFacts(target, known, change);
  return change;
}

/** Removes the address of an entry from the aliases of another one, in a draft of the same change set. */
export async function removeAlias(
  desk: EditingDesk,
  { file, address }: { file: string; address: string },
  doer: { who: Person; now: number; changeSet: string },
): Promise<void> {
  const change = (text: string) => {
    const value = aliasesIn(text).filter((alias) => alias !== address);
    return patchFrontMatter(text, { path: ['aliases'], value: value.length > 0 ? value : undefined });
  };
  await changeOther(desk, file, change, doer);
}

async function changeOther(
  desk: EditingDesk,
  file: string,
  change: (text: string) => string,
  { who, now, changeSet }: { who: Person; now: number; changeSet: string },
): Promise<void> {
  const { text, version, basedOn } = await requireEntry(desk, file);
  await putDraft(desk, {
    path: file,
    version,
    basedOn,
    text: changeFacts(file, text, change),
    by: who,
    now,
    changeSet,
    title: file,
  });
}

async function putDraft(
  desk: EditingDesk,
  input: Parameters<EditingDesk['drafts']['save']>[0],
): Promise<Draft> {
  const result = await desk.drafts.save(input);
  if ('draft' in result) return result.draft;
  throw new ApiError('INVALID_REQUEST', entryErrors.changed({ file: input.path }));
}

/** The former addresses of an entry. */
export function aliasesIn(text: string): string[] {
  const aliases = readFrontMatter(text).frontMatter?.data['aliases'];
  return Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
}

/**
 * The addresses of a file, and those in its text, that can become aliases of another entry. A badly named file has never
 * had a page at its address.
 */
async function listAliases(
  desk: EditingDesk,
  { file, text = '', target }: { file: string; text?: string; target: string },
): Promise<string[]> {
  const own = addressOfFile(file);
  const isWellNamed = own
    .split('/')
    .slice(1)
    .every((part) => addressPartPattern.test(part));
  const addresses = [...(isWellNamed ? [own] : []), ...aliasesIn(text)];
  const taken = await desk.takenAddresses(file);
  return addresses.filter((address) => aliasPattern.test(address) && !taken.whyNotAlias(address, target));
}

/** Adds aliases, except the entry's own address, which can occur when it moves back to a former address. */
function addAliases(text: string, addresses: readonly string[], own: string): string {
  const value = [...new Set([...aliasesIn(text), ...addresses])].filter((address) => address !== own);
  return patchFrontMatter(text, { path: ['aliases'], value });
}
