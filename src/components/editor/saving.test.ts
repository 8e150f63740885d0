import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SaveConflict, SaveInput } from '#lib/editing/save-draft.ts';
import { RefusedError, type DeskClient } from './desk-client.ts';
import { createSaving, type SaveState } from './saving.ts';

const file = 'pages/fees.mdx';
const heartbeat = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', createStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function createStorage() {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** Opens an editor with version 1 of the text `One`, and a server to which the editor and others save. */
function open() {
  const page = { text: 'One\n', conflict: '', other: {}, states: [] as SaveState['kind'][], merge: () => {} };
  const server = {
    version: 1,
    text: 'One\n',
    savedBy: undefined as string | undefined,
  };
  let refusal: RefusedError | undefined;
  const saves: SaveInput[] = [];
  let answered: Promise<undefined> | undefined;
  let saved: Promise<undefined> | undefined;
  const conflictWith = (version: number): SaveConflict | null =>
    version === server.version ? null : { reason: 'saved', base: 'One\n', basedOn: null, ...server };
  const client: Pick<DeskClient, 'save' | 'state'> = {
    async save(input) {
      saves.push(input);
      await saved;
      if (refusal) throw refusal;
      const conflict = conflictWith(input.version);
      if (conflict) return { conflict };
      server.version += 1;
      server.text = input.text ?? '';
      const { version } = server;
      return { saved: { version, savedAt: 0, basedOn: null, changeSet: 'set', people: [] } };
    },
    async state(seen) {
      const { version } = server;
      const conflict = conflictWith(seen.version);
      await answered;
      return { version, basedOn: null, changeSet: null, people: [], conflict };
    },
  };
  const saving = createSaving({
    file,
    client,
    stored: { version: 1, basedOn: null, text: 'One\n' },
    readText: () => page.text,
    onMerged: (text) => {
      page.text = text;
      saving.changed();
    },
    onConflict: ({ text }, other) => Object.assign(page, { conflict: text, other }),
    onState: (state) => {
      page.states.push(state.kind);
      if (state.kind === 'outdated') page.merge = state.merge;
    },
    onPeople: () => undefined,
  });
  return {
    page,
    server,
    saves,
    saving,
    /** Lets the server refuse saves, or accept them again. */
    refuse: (error: RefusedError | undefined) => (refusal = error),
    /** Delays the answers to heartbeats until the returned function is called. */
    holdHeartbeats: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      answered = promise;
      return () => resolve(undefined);
    },
    /** The same for saves. */
    holdSaves: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      saved = promise;
      return () => resolve(undefined);
    },
  };
}

test('a heartbeat merges text that others saved, without saving anything', async () => {
  const { page, server, saves, saving } = open();
  Object.assign(server, { version: 2, text: 'One\n\nTwo\n', savedBy: 'Bea' });

  await vi.advanceTimersByTimeAsync(heartbeat);
  saving.stop();

  expect(page.text).toBe('One\n\nTwo\n');
  expect(saves).toEqual([]);
});

test('opening a draft whose page has changed saves nothing until the editor asks for the merge', async () => {
  const { page, server, saves, saving } = open();
  Object.assign(server, { version: 2, text: 'One\n\nTwo\n', reason: 'published', savedBy: undefined });

  saving.restore();
  await vi.advanceTimersByTimeAsync(heartbeat + 1_000);
  const opened = { text: page.text, states: new Set(page.states), saves: [...saves] };
  page.merge();
  await vi.advanceTimersByTimeAsync(1);
  saving.stop();

  expect(opened).toEqual({ text: 'One\n', states: new Set(['outdated']), saves: [] });
  expect(page.text).toBe('One\n\nTwo\n');
});

test('writing in a draft whose page has changed merges both, and a conflict names the published page', async () => {
  const { page, server, saving } = open();
  Object.assign(server, { version: 2, text: 'Theirs\n', reason: 'published', savedBy: undefined });

  page.text = 'Mine\n';
  await saving.save();
  await vi.advanceTimersByTimeAsync(1);
  saving.stop();

  expect(page.conflict).toContain('Mine');
  expect(page.other).toEqual({ from: 'published', by: undefined });
});

test('text that is typed after the draft was discarded is compared with the published page', async () => {
  const { page, server, saving } = open();
  Object.assign(server, { version: 0, text: 'Published\n', savedBy: undefined });

  page.text = 'Mine\n';
  await saving.save();
  saving.stop();

  expect(page.conflict).toMatch(/Mine/);
  expect(page.other).toEqual({ from: 'gone', by: undefined });
});

test('a draft that was discarded elsewhere gives way to the published page if the author typed nothing, and the editor says so', async () => {
  const { page, server, saves, saving } = open();
  Object.assign(server, { version: 0, text: 'Published\n', savedBy: undefined });

  await vi.advanceTimersByTimeAsync(heartbeat + 1_000);
  saving.stop();

  expect(page.text).toBe('Published\n');
  expect(page.states.at(-1)).toBe('gone');
  expect(saves).toEqual([]);
});

test('a heartbeat response that arrives after a save does not conflict with that save', async () => {
  const { page, server, saves, saving, holdHeartbeats } = open();
  const answer = holdHeartbeats();
  await vi.advanceTimersByTimeAsync(heartbeat);
  page.text = 'One, changed\n';
  await saving.finish();

  answer();
  await vi.advanceTimersByTimeAsync(1);
  page.text = 'One, changed again\n';
  const isSaved = await saving.finish();
  saving.stop();

  expect(isSaved).toBe(true);
  expect(page.states).not.toContain('conflict');
  expect(saves.map(({ version }) => version)).toEqual([1, 2]);
  expect(server).toMatchObject({ version: 3, text: 'One, changed again\n' });
});

test('a heartbeat while somebody types asks nothing: the conflict is shown after the next pause', async () => {
  const { page, server, saves, saving } = open();
  Object.assign(server, { version: 2, text: 'Two\n', savedBy: 'Bea' });
  await vi.advanceTimersByTimeAsync(heartbeat - 500);
  page.text = 'Three\n';
  saving.changed();

  await vi.advanceTimersByTimeAsync(500);
  const whileTyping = [...page.states];
  await vi.advanceTimersByTimeAsync(heartbeat);
  saving.stop();

  expect(whileTyping).toEqual(['unsaved']);
  expect(page.states.at(-1)).toBe('conflict');
  expect(saves).toHaveLength(1);
});

test('a conflict that arrives while somebody types on is shown after the next pause', async () => {
  const { page, server, saves, saving, holdSaves } = open();
  Object.assign(server, { version: 2, text: 'Two\n', savedBy: 'Bea' });
  const answer = holdSaves();
  page.text = 'Thr\n';
  saving.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  page.text = 'Three\n';
  saving.changed();

  answer();
  await vi.advanceTimersByTimeAsync(1);
  const whileTyping = [...page.states];
  await vi.advanceTimersByTimeAsync(1_000);
  saving.stop();

  expect(whileTyping).not.toContain('conflict');
  expect(page.states.at(-1)).toBe('conflict');
  expect(saves.map(({ text }) => text)).toEqual(['Thr\n', 'Three\n']);
});

test('text whose save was refused is merged with what others saved meanwhile, once it is accepted', async () => {
  const { page, server, saving, refuse } = open();
  refuse(new RefusedError('Sign in again.', true));
  page.text = 'One\n\nMine\n';
  saving.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  Object.assign(server, { version: 2, text: 'Theirs\n\nOne\n', savedBy: 'Bea' });
  await vi.advanceTimersByTimeAsync(2 * heartbeat);
  const whileRefused = page.text;

  refuse(undefined);
  await vi.advanceTimersByTimeAsync(heartbeat);
  saving.stop();

  expect(page.states).toContain('refused');
  expect(whileRefused).toBe('One\n\nMine\n');
  expect([page.text, server.text]).toEqual(['Theirs\n\nOne\n\nMine\n', 'Theirs\n\nOne\n\nMine\n']);
});

/** Types a text that is not saved, and closes the window. */
function closeWithUnsaved(text: string): void {
  const { page, saving } = open();
  page.text = text;
  saving.changed();
  saving.stop();
}

test('two windows that could not save keep both texts for the next window, which saves them once', async () => {
  closeWithUnsaved('One\n\nThe first window.\n');
  closeWithUnsaved('The second window.\n\nOne\n');

  const { page, server, saving } = open();
  saving.restore();
  await vi.advanceTimersByTimeAsync(1_000);
  saving.stop();

  expect(server.text).toBe('The second window.\n\nOne\n\nThe first window.\n');
  expect(page.conflict).toBe('');
  expect(localStorage).toHaveLength(0);
});

test('unsaved texts of two windows that differ in a paragraph are a conflict, and stay until it is resolved', async () => {
  closeWithUnsaved('First\n');
  closeWithUnsaved('Second\n');

  const { page, server, saving } = open();
  saving.restore();
  const { conflict } = page;
  await vi.advanceTimersByTimeAsync(1_000);
  const unsaved = localStorage.length;
  page.text = 'Second and first\n';
  saving.changed();
  saving.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  saving.stop();

  expect(conflict).toMatch(/First\n+Second/);
  expect(unsaved).toBe(2);
  expect(server.text).toBe('Second and first\n');
  expect(localStorage).toHaveLength(0);
});
