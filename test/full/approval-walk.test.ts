import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { institute } from '#lib/content/current-institute.ts';
import { isApiError } from '#lib/http/api-error.ts';
import { createDraftBin } from '#lib/store/desk/draft-bin.ts';
import { createDeskPeople } from '#lib/store/desk/desk-people.ts';
import { createChangeSets } from '#lib/store/desk/editing-change-sets.ts';
import { createDrafts } from '#lib/store/desk/editing-drafts.ts';
import type { ChangeSetState } from '#lib/store/desk-schema.ts';
import { createComments, createOpenEntries, createPreviewLinks } from '#lib/store/desk/editing-notes.ts';
import { makeContentRepository } from '#test/content-repository.ts';
import { createRandom } from '#test/random.ts';
import { useStores } from '#test/stand-ins/stores.ts';
import { readChangeSet } from '#lib/editing/review/change-view.ts';
import type { EditingDesk } from '#lib/editing/desk.ts';
import { UnpatchableError } from '#lib/editing/front-matter/edit-front-matter.ts';
import { moveEntry, removeEntry } from '#lib/editing/move-entry.ts';
import { createEntry } from '#lib/editing/new-entry.ts';
import { openContentRepository } from '#lib/repository/open-repository.ts';
import { createChangePublisher } from '#lib/editing/review/change-set-publisher.ts';
import { actOnChangeSet } from '#lib/editing/review/review.ts';
import { saveDraft } from '#lib/editing/save-draft.ts';
import { takeProposal } from '#lib/editing/review/take-proposal.ts';

const stores = useStores();
const steps = 500;
const person = (name: string, roles: Person['roles']): Person => ({
  name,
  email: `${name}@staff.example`,
  roles,
});
const [ann, ben] = [person('ann', ['editor']), person('ben', ['editor'])];
const cat = person('cat', ['editor', 'reviewer']);
const people = [ann, ben, cat];
const none = { course: [], program: [], person: [], subject: [], level: [], term: [], 'one-term': [] };
const names = { references: none, options: {}, timeZone: 'UTC' };

type Person = { name: string; email: string; roles: readonly ('editor' | 'reviewer')[] };

async function openWalk() {
  const store = await stores.open('sqlite');
  const pushed = makeContentRepository();
  onTestFinished(() => pushed.remove());
  const names = ['one', 'two', 'three', 'four'];
  pushed.push(Object.fromEntries(names.map((name) => [`news/${name}.mdx`, toFile('Begin')])));
  const repository = await openContentRepository({
    folder: join(pushed.folder, 'clone.git'),
    origin: pushed.origin,
    branch: 'main',
    root: '',
    environment: process.env,
  });
  const rendered = { html: '', problems: [], elsewhere: [] };
  const desk: EditingDesk = {
    drafts: createDrafts(store),
    changeSets: createChangeSets(store),
    bin: createDraftBin(store),
    people: createDeskPeople(store),
    repository,
    comments: createComments(store),
    previewLinks: createPreviewLinks(store),
    openEntries: createOpenEntries(store),
    readPublished: async (path) => (await repository.read(path))?.content.toString('utf8'),
    retentionDays: () => institute().retentionDays,
    editorsPublish: 'reviewed',
    // Stub: addresses do not affect approvals.
    takenAddresses: async () => ({
      whyNotPage: () => undefined,
      aliasHolder: () => undefined,
      whyNotAlias: () => undefined,
    }),
    rendering: { render: async () => rendered },
    linkSecrets: async () => [],
    takeCommits: async () => undefined,
    wakePublisher: () => undefined,
  };
  return { desk, pushed, repository };
}

/** The hidden fields of a change set's page, which a browser sends back with its forms. */
type Page = { id: string; seen: string; files: { path: string; seenFile: string; version: number }[] };

/** What a page shows of a file: its path, its former path and its text. */
const toLine = (draft: { path: string; movedFrom: string | null; text: string | null }) =>
  JSON.stringify([draft.path, draft.movedFrom, draft.text]);

const toFile = (words: string) => `---\ntitle: News\n---\n\n${words}\n`;

/** The body that someone wrote, without the front matter that copies and moves change. Empty for a template. */
const wordsOf = (text: string) => /Text \w+/.exec(text)?.[0] ?? '';

test(`publishes only texts that an approver other than the author was shown, in ${steps} random steps`, async () => {
  const { desk, pushed, repository } = await openWalk();
  const next = createRandom(20_261_123);
  const random = (limit: number) => (next() * 2 ** 32) % limit;
  const pick = <T>(list: readonly T[]): T | undefined => list[random(Math.max(1, list.length))];
  /** The author of each body: the person who saved it, or who opened the proposal with it. */
  const authorOf = new Map<string, string>();
  /** All states of change sets that were shown to each person. */
  const shown = new Map<string, Set<string>>(people.map(({ email }) => [email, new Set()]));
  const pages = new Map<string, Page[]>(people.map(({ email }) => [email, []]));
  const counts = new Map<string, number>();
  let number = 0;

  const write = (person: Person) => {
    const text = toFile(`Text ${(number += 1)}`);
    authorOf.set(wordsOf(text), person.email);
    return text;
  };
  const anySet = async () => {
    const sets = await desk.changeSets.list(['editing', 'returned', 'review', 'scheduled', 'published']);
    return pick(sets)?.id ?? 'none';
  };
  const anyFile = async () => pick((await repository.list()).map(({ path }) => path)) ?? 'news/one.mdx';

  async function open(person: Person, set?: string): Promise<Page | undefined> {
    const inReview = pick(await desk.changeSets.list(['review']));
    const id = set ?? (inReview && random(3) > 0 ? inReview.id : await anySet());
    const view = await readChangeSet(desk, id, { member: person, names });
    if (!view) return undefined;
    const drafts = view.entries.map(({ draft }) => draft);
    shown.get(person.email)?.add(drafts.map(toLine).toSorted().join('\n'));
    const files = view.entries.map(({ draft, digest }) => ({
      path: draft.path,
      seenFile: digest,
      version: draft.version,
    }));
    const page = { id: view.set.id, seen: view.digest, files };
    pages.get(person.email)?.push(page);
    return page;
  }

  /** Presses a button on any page that the person has opened so far; mostly for a set in one of these states. */
  async function press(
    person: Person,
    action: string,
    { states, more = {} }: { states: readonly ChangeSetState[]; more?: Record<string, string> },
  ): Promise<void> {
    const ids = new Set((await desk.changeSets.list(states)).map(({ id }) => id));
    const all = pages.get(person.email) ?? [];
    const fitting = random(5) > 0 ? all.filter(({ id }) => ids.has(id)) : all;
    const page = pick(fitting.slice(-5));
    if (page) await send(person, action, { page, more });
  }

  async function send(
    person: Person,
    action: string,
    { page, file, more = {} }: { page: Page; file?: string; more?: Record<string, string> },
  ): Promise<void> {
    const shownFile = page.files.find(({ path }) => path === file) ?? pick(page.files);
    if (!shownFile) return;
    const { path, seenFile, version } = shownFile;
    const form = new FormData();
    const fields = { action, seen: page.seen, file: path, seenFile, version: String(version), ...more };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const member = { ...person, roles: [...person.roles] };
    await actOnChangeSet(form, desk, { id: page.id, member, toMoment: () => undefined });
  }

  /** Discards a new draft of a set in review, and creates it again with another body. */
  async function swap(person: Person): Promise<void> {
    const set = pick(await desk.changeSets.list(['review']));
    const page = set && (await open(person, set.id));
    const file = pick(page?.files.filter(({ path }) => /new-\d/.test(path)) ?? [])?.path;
    if (!page || file === undefined) return;
    await send(person, 'discard', { page, file });
    const title = `New ${/new-(\d)/.exec(file)?.[1]}`;
    await begin(person, { title, changeSet: page.id });
  }

  async function save(person: Person): Promise<void> {
    const drafts = await desk.drafts.listAll();
    const draft = random(3) > 0 ? pick(drafts) : undefined;
    const file = draft?.path ?? (await anyFile());
    const known = draft ?? (await desk.drafts.find(file));
    const basedOn = known ? known.basedOn : ((await repository.read(file))?.blob ?? null);
    await saveDraft(
      desk,
      { file, version: known?.version ?? 0, basedOn, text: write(person) },
      { who: person },
    );
  }

  async function create(person: Person): Promise<void> {
    // Few titles, so that discarded drafts are created again under the same path.
    const title = `New ${random(9)}`;
    const own = pick((pages.get(person.email) ?? []).slice(-5))?.id;
    const changeSet = [undefined, own, own, await anySet()][random(4)];
    await begin(person, { title, changeSet });
  }

  /** Creates a draft as a copy of another one. */
  async function begin(
    person: Person,
    entry: { title: string; changeSet?: string | undefined },
  ): Promise<void> {
    const copyOf = pick(await desk.drafts.listAll())?.path;
    const known = { courses: [], institute: institute(), today: '2026-11-23', person: undefined };
    await createEntry(desk, { kind: 'news', folder: '', copyOf, ...entry }, { who: person, known });
  }

  async function propose(): Promise<void> {
    const spoofed = pick(people) ?? ann;
    pushed.git('config', 'user.name', spoofed.name);
    const name = `p${(number += 1)}`;
    const path = `news/proposed-${random(4)}.mdx`;
    pushed.propose(name, { [path]: toFile(`Text ${name}`) });
    // A pusher can claim to be any author.
    pushed.git('fetch', '--quiet', 'origin');
    pushed.git('checkout', '--quiet', '-B', 'spoof', `origin/propose/${name}`);
    pushed.git('commit', '--quiet', '--amend', '--no-edit', `--author=${spoofed.name} <${spoofed.email}>`);
    pushed.git('push', '--quiet', '--force', 'origin', `HEAD:refs/heads/propose/${name}`);
    pushed.git('checkout', '--quiet', 'main');
    await repository.fetch();
  }

  async function take(person: Person): Promise<void> {
    const proposal = pick((await repository.proposals()).proposals);
    if (!proposal) return;
    const id = await takeProposal(desk, proposal.name, { who: person });
    for (const { text } of await desk.drafts.list(id)) if (text) authorOf.set(wordsOf(text), person.email);
  }

  /** Publishes the sets that are due, and checks each published file. */
  async function publish(): Promise<void> {
    const published = new Set((await desk.changeSets.list(['published'])).map(({ id }) => id));
    const due = await desk.changeSets.list(['scheduled']);
    const contents = new Map<string, string>();
    for (const { id } of due) {
      contents.set(id, (await desk.drafts.list(id)).map(toLine).toSorted().join('\n'));
    }
    const { promise: nothingIsDue, resolve: nothingDue } = Promise.withResolvers();
    const leaseDue: typeof desk.changeSets.leaseDue = async (lease) => {
      const next = await desk.changeSets.leaseDue(lease);
      if (!next) nothingDue(undefined);
      return next;
    };
    const publisher = createChangePublisher({
      desk: { ...desk, changeSets: { ...desk.changeSets, leaseDue } },
      repository,
      hashOf: () => 'hash',
      served: async () => ({ hashes: new Map(), publishedAt: 0 }),
      log: () => undefined,
    });
    publisher.start();
    await nothingIsDue;
    await publisher.stop();
    for (const set of await desk.changeSets.list(['published'])) {
      if (published.has(set.id)) continue;
      const approver = set.decided_by ?? '';
      const content = contents.get(set.id) ?? '';
      expect([...(shown.get(approver) ?? [])], `what ${approver} approved was shown`).toContain(content);
      for (const line of content.split('\n')) {
        const [path, , text] = JSON.parse(line) as [string, string | null, string | null];
        const author = authorOf.get(wordsOf(text ?? ''));
        expect(author, `${path} was approved by its author`).not.toBe(approver);
      }
      counts.set('live', (counts.get('live') ?? 0) + 1);
    }
  }

  const writing = ['editing', 'returned'] as const;
  const unpublished = [...writing, 'review', 'scheduled'] as const;
  const moves: readonly [weight: number, name: string, (person: Person) => Promise<unknown>][] = [
    [20, 'open', (person) => open(person)],
    [6, 'save', save],
    [10, 'create', create],
    [4, 'swap', swap],
    [
      14,
      'submit',
      async (person) => press(person, 'submit', { states: writing, more: { sentence: 'Because' } }),
    ],
    [16, 'approve', async () => press(cat, 'approve', { states: ['review'], more: { when: 'now' } })],
    [1, 'approve as editor', (person) => press(person, 'approve', { states: ['review'] })],
    [1, 'publish', (person) => press(person, 'publish', { states: writing, more: { sentence: 'Mine' } })],
    [1, 'withdraw', (person) => press(person, 'withdraw', { states: ['review'] })],
    [1, 'return', () => press(cat, 'return', { states: ['review'], more: { decision: 'No' } })],
    [1, 'unschedule', () => press(cat, 'unschedule', { states: ['scheduled'] })],
    [3, 'discard', (person) => press(person, 'discard', { states: unpublished })],
    [
      3,
      'move',
      async (person) => press(person, 'move', { states: unpublished, more: { set: await anySet() } }),
    ],
    [
      2,
      'rename',
      async (who) => {
        const file = pick(await desk.drafts.listAll())?.path ?? (await anyFile());
        await moveEntry(desk, { file, name: `moved-${random(5)}`, updatesLinks: false }, { who });
      },
    ],
    [1, 'remove', async (who) => removeEntry(desk, { file: await anyFile(), target: undefined }, { who })],
    [2, 'propose', propose],
    [3, 'take', take],
    [14, 'publisher', publish],
  ];
  const deck = moves.flatMap(([weight, ...move]) => Array.from({ length: weight }, () => move));

  for (let step = 0; step < steps; step += 1) {
    const [name, move] = pick(deck)!;
    // The approver writes too, but rarely.
    const isCat = random(name === 'take' ? 3 : 25) === 0 || (name === 'open' && random(2) > 0);
    const person = isCat ? cat : (pick([ann, ben]) ?? ann);
    try {
      await move(person);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } catch (error) {
      // Ignore refusals: most forms are outdated by then.
      if (!isApiError(error) && !(error instanceof UnpatchableError)) throw error;
      counts.set(`${name} refused`, (counts.get(`${name} refused`) ?? 0) + 1);
    }
  }
  await publish();

  expect(counts.get('live'), JSON.stringify([...counts])).toBeGreaterThan(5);
  for (const name of ['submit', 'approve', 'approve refused', 'discard', 'move', 'take', 'rename', 'swap']) {
    expect(counts.get(name), name).toBeGreaterThan(0);
  }
}, 300_000);
