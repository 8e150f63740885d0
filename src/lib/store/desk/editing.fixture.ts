import type { Stores } from '#test/stand-ins/stores.ts';
import { createChangeSets } from './editing-change-sets.ts';
import { createDrafts } from './editing-drafts.ts';
import type { Store } from '#lib/store/open.ts';
import { createStaffLog } from '#lib/store/staff/staff-log.ts';

export const now = Date.parse('2026-11-21T09:30:00Z');
export const ann = { email: 'ann@staff.example', name: 'Ann' };
export const bob = { email: 'bob@staff.example', name: 'Bob' };
export const path = 'pages/fees.mdx';

/** A person who may take every step: the desk checks roles, the store does not. */
export const allowed = (who: typeof ann, at = now) => ({ who, now: at, allows: () => true });

type Opened = Awaited<ReturnType<typeof openEditing>>;

/** Opens a new database with the desk's parts of the store. */
export async function openEditing(stores: Stores, kind: Store['kind']) {
  const store = await stores.open(kind);
  return {
    store,
    drafts: createDrafts(store),
    sets: createChangeSets(store),
    log: createStaffLog(store),
  };
}

/** @throws Error if the draft has another version */
export async function save({ drafts }: Opened, text: string | null, version = 0, by = ann, file = path) {
  const result = await drafts.save({ path: file, version, basedOn: 'b1', text, by, now, title: 'Fees' });
  if (!('draft' in result)) throw new Error('the draft has another version');
  return result.draft;
}

/** Saves a draft, which is submitted and approved. */
export async function saveApproved(opened: Opened) {
  const draft = await save(opened, 'one');
  await opened.sets.submit(draft.changeSet, 'New fees', allowed(ann));
  const approval = { publishAt: now, approved: 'digest', isOwn: false };
  await opened.sets.approve(draft.changeSet, approval, allowed(bob));
  return draft;
}
