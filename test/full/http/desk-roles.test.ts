import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { digestOf } from '#lib/editing/review/content-digest.ts';
import { actions, partFor, type Action, type Part } from '#lib/editing/review/permissions.ts';
import { createChangeSets } from '#lib/store/desk/editing-change-sets.ts';
import { createDrafts } from '#lib/store/desk/editing-drafts.ts';
import { createPreviewLinks } from '#lib/store/desk/editing-notes.ts';
import type { ChangeSetState } from '#lib/store/desk-schema.ts';
import { openStore, type Store } from '#lib/store/open.ts';
import { members, type MemberName } from '#test/staff-session.ts';
import { serveDesk } from '#test/http/desk-site.ts';
import { news } from '#test/http/desk-steps.ts';
import type { StaffForm } from '#test/http/staff-client.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 600_000 });

const desk = useShared(() => serveDesk({}, { isSmall: true }));
let store: Store;
const forms = new Map<MemberName, StaffForm>();

const states: readonly ChangeSetState[] = ['editing', 'review', 'returned', 'scheduled', 'published'];

type Case = { author: MemberName; member: MemberName; parts: (state: ChangeSetState) => readonly Part[] };

const isOpenForReview = (state: ChangeSetState) => state === 'review';

/** The roles of a member in a change set of an author. Written by hand, as an independent expectation for the code. */
const cases: readonly Case[] = [
  { author: 'editor', member: 'editor', parts: () => ['editor', 'author'] },
  { author: 'editor', member: 'colleague', parts: () => ['editor'] },
  {
    author: 'editor',
    member: 'reviewer',
    parts: (state) => ['editor', 'reviewer', ...(isOpenForReview(state) ? (['approver'] as const) : [])],
  },
  { author: 'reviewer', member: 'reviewer', parts: () => ['editor', 'author', 'reviewer'] },
  { author: 'editor', member: 'admin', parts: () => ['editor', 'reviewer', 'approver'] },
  { author: 'admin', member: 'admin', parts: () => ['editor', 'author', 'reviewer', 'approver'] },
];

const becomes: Partial<Record<Action, ChangeSetState>> = {
  submit: 'review',
  publish: 'scheduled',
  withdraw: 'editing',
  return: 'returned',
  approve: 'scheduled',
  unschedule: 'review',
};

beforeAll(async () => {
  store = await openStore({ dataDir: desk.repository.folder.dataDir });
  for (const member of ['editor', 'colleague', 'reviewer', 'admin'] as const) {
    forms.set(member, await desk.openForm(member));
  }
});

afterAll(async () => {
  await store.close();
});

const person = (name: MemberName) => ({ email: members[name], name });

/** Writes a set of two drafts in a given state directly into the database: over HTTP this would take minutes. */
async function makeSet(state: ChangeSetState, author: MemberName) {
  const [drafts, sets] = [createDrafts(store), createChangeSets(store)];
  const [by, now] = [person(author), Date.now()];
  const name = `roles-${randomUUID().slice(0, 8)}`;
  const files = [`news/${name}-a.mdx`, `news/${name}-b.mdx`];
  const [file = ''] = files;
  let changeSet: string | undefined;
  for (const path of files) {
    const input = { path, version: 0, basedOn: null, text: news(name, 'Text.'), by, now, title: name };
    const saved = await drafts.save({ ...input, changeSet });
    changeSet = 'draft' in saved ? saved.draft.changeSet : undefined;
  }
  const id = changeSet ?? '';
  const doer = { who: by, now, allows: () => true };
  if (state !== 'editing') await sets.submit(id, 'Because', doer);
  if (state === 'returned') await sets.return(id, 'No', doer);
  if (state === 'scheduled') {
    await sets.approve(id, { publishAt: now + 86_400_000, approved: 'digest', isOwn: false }, doer);
  }
  if (state === 'published') {
    const seen = await drafts.list(id);
    await sets.finish(id, { commit: '', files: [], seen, who: by.email, now });
  }
  const link = await createPreviewLinks(store).add({ changeSet: id, path: '/', expiresAt: now + 1e8 }, doer);
  return { id, file, link, address: `/staff/content/changes/${id}` };
}

type Made = Awaited<ReturnType<typeof makeSet>>;

/** Creates a set to which a member may move drafts, and returns its id. */
async function makeTarget(member: MemberName): Promise<string> {
  return (await makeSet('editing', member)).id;
}

const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);

/** Returns the fields of the forms of all actions, with the digests that a page would contain now. */
async function fieldsOf({ id, file, link }: Made, target: string) {
  const drafts = await createDrafts(store).list(id);
  return {
    seen: digestOf(drafts),
    file,
    seenFile: digestOf(drafts.filter(({ path }) => path === file)),
    when: 'later',
    at,
    sentence: 'Because',
    decision: 'No',
    title: 'Named',
    text: 'Why?',
    set: target,
    link,
    days: '1',
  };
}

test.each(cases)('$member on changes of $author: every action in every state', async (each) => {
  const { author, member, parts } = each;
  const sets = createChangeSets(store);
  const target = await makeTarget(member);
  const form = forms.get(member)!;
  const differences: unknown[] = [];
  for (const state of states) {
    const mayDo = (action: Action) => {
      const part = partFor(action, state);
      return part !== undefined && parts(state).includes(part);
    };
    let made = await makeSet(state, author);
    const page = await desk.text(`${made.address}?comment=${made.file}`, member);
    const buttons = [...page.matchAll(/name="action" value="([^"]+)"/g)].map(([, action]) => action);
    const expected = actions.filter(mayDo).toSorted();
    expect([...new Set(buttons)].toSorted(), `buttons in ${state}`).toEqual(expected);

    for (const action of actions) {
      const isAllowed = mayDo(action);
      const status = isAllowed ? 303 : partFor(action, state) === undefined ? 400 : 403;
      const next = isAllowed ? nextState(action, state) : state;
      const answer = await desk.post(made.address, { ...(await fieldsOf(made, target)), action }, form);
      const after = (await sets.find(made.id))?.state;
      if (answer.status !== status || after !== next) {
        differences.push({ state, action, status: [answer.status, status], after: [after, next] });
      }
      // A refused action changes nothing, so the next action uses the same set.
      if (isAllowed) made = await makeSet(state, author);
    }
  }

  expect(differences).toEqual([]);
});

function nextState(action: Action, state: ChangeSetState): ChangeSetState {
  if (action === 'discard' || action === 'move') {
    return state === 'review' || state === 'scheduled' ? 'editing' : state;
  }
  return becomes[action] ?? state;
}
