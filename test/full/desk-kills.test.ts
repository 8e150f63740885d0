import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processOf } from '#test/served-site.ts';
import { childrenOf, expectBuildable, expectSoundHistory } from '#test/content-commits.ts';
import { git } from '#test/content-repository.ts';
import { serveDesk, type DeskSite } from '#test/http/desk-site.ts';
import { seenIn } from '#test/http/desk-steps.ts';
import { freePort } from '#test/ports.ts';
import { staffSettings } from '#test/staff-session.ts';
import type { DeskEditorOptions, DeskEvent } from '#test/stand-ins/desk-editor.ts';

const rounds = Number(process.env['DESK_KILL_ROUNDS'] ?? 2);
/** A round may wait for a lease or for a lock that a killed process left. */
const roundTime = 180_000;
const editorsAtWork = 3;
const checkedCommits = 60;
const script = fileURLToPath(new URL('../stand-ins/desk-editor.ts', import.meta.url));

const files = readdirSync('src/content/handbook', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mdx'))
  .map((name) => posix.join('handbook', name.replaceAll('\\', '/')));

/** The saved lines by file, the pictures, and the approved change sets that the server has confirmed. */
type Confirmed = { lines: Map<string, string[]>; pictures: string[]; approved: Set<string> };

test(
  'browsers, servers and publishers killed at any moment lose no saved draft and leave no partial commit',
  { timeout: 300_000 + rounds * roundTime },
  async () => {
    const port = String(await freePort());
    const desk = await serveDesk({ SITE_URL: 'http://localhost:4321', PORT: port }, { asProcess: true });
    onTestFinished(() => desk.remove());
    const confirmed: Confirmed = { lines: new Map(), pictures: [], approved: new Set() };
    const kills: Record<string, number> = {};
    const troubles: DeskEvent[] = [];
    let checked = git(desk.repository.pushed.origin, 'rev-parse', 'main');

    const open = () => startEditor(desk, nextFile(), { confirmed, troubles });
    const editors = Array.from({ length: editorsAtWork }, open);
    onTestFinished(async () => {
      await Promise.all(editors.map((editor) => editor.kill()));
    });
    for (let round = 0; round < rounds; round += 1) {
      await untilAtWork(editors, { confirmed, needsApproval: round % 2 === 1 });
      await wait(randomInt(2_000));
      const victim = pick(['server', 'server and its processes', 'publisher', 'browser'], round);
      kills[victim] = (kills[victim] ?? 0) + 1;
      await kill(victim, desk, port);
      // Each round also kills one browser.
      const at = randomInt(editors.length);
      await editors[at]?.kill();
      editors[at] = open();

      expect(troubles.filter(({ kind }) => kind === 'lost')).toEqual([]);
      expectNothingLost(desk, confirmed);
      checked = await expectWholeCommits(desk, checked);
    }
    await Promise.all(editors.map((editor) => editor.kill()));

    await expectGoesOn(desk);
    await vi.waitFor(() => expect(scheduled(desk)).toEqual([]), { timeout: roundTime, interval: 1_000 });
    expectNothingLost(desk, confirmed);
    await expectWholeCommits(desk, checked);
    const { origin } = desk.repository.pushed;
    const commits = expectSoundHistory(origin);
    const step = Math.ceil(commits.length / checkedCommits);
    await expectBuildable(
      origin,
      commits.filter((_, at) => (commits.length - 1 - at) % step === 0),
    );
    report({ confirmed, kills, troubles, commits: commits.length });
  },
);

type Editor = ReturnType<typeof startEditor>;

/** Returns a different page for each new editor, so that no page grows without limit. */
function nextFile(): string {
  const file = files.shift() ?? '';
  files.push(file);
  return file;
}

/** Waits for an approval, so that the kill hits a publication, or for a save of each editor. */
async function untilAtWork(
  editors: readonly Editor[],
  { confirmed, needsApproval }: { confirmed: Confirmed; needsApproval: boolean },
): Promise<void> {
  const before = editors.map(({ saves }) => saves());
  const { size } = confirmed.approved;
  const end = Date.now() + roundTime;
  const isReady = () =>
    needsApproval ? confirmed.approved.size > size : editors.every(({ saves }, at) => saves() > before[at]!);
  while (!isReady()) {
    expect(Date.now(), 'the editors do not make progress').toBeLessThan(end);
    await wait(10);
  }
}

function startEditor(
  desk: DeskSite,
  file: string,
  { confirmed, troubles }: { confirmed: Confirmed; troubles: DeskEvent[] },
) {
  const saved = confirmed.lines.get(file) ?? [];
  confirmed.lines.set(file, saved);
  const options: DeskEditorOptions = { origin: desk.repository.site.origin, file, saved };
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const output = createInterface(child.stdout);
  const ended = new Promise((done) => output.on('close', done));
  let saves = 0;
  output.on('line', (line) => {
    const event = JSON.parse(line) as DeskEvent;
    if (event.kind === 'saved') {
      saved.push(event.text);
      saves += 1;
    } else if (event.kind === 'picture') confirmed.pictures.push(posix.join(posix.dirname(file), event.text));
    else if (event.kind === 'approved') confirmed.approved.add(event.text);
    else troubles.push(event);
  });
  return {
    saves: () => saves,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function kill(victim: string, desk: DeskSite, port: string): Promise<void> {
  const { site } = desk.repository;
  const { ended } = site;
  const server = processOf(site);
  const children = childrenOf(server.pid);
  if (victim === 'publisher') endAll(children);
  if (!victim.startsWith('server')) return;
  server.kill('SIGKILL');
  if (victim !== 'server') endAll(children);
  await ended;
  await desk.repository.start({ ...staffSettings, SITE_URL: 'http://localhost:4321', PORT: port });
}

function endAll(processes: readonly number[]): void {
  for (const each of processes) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
}

function pick<Value>(values: readonly [Value, ...Value[]], at: number): Value {
  return values[at % values.length] ?? values[0];
}

/** Checks that each confirmed line and picture is in a draft or, if its entry has no draft, in the repository. */
function expectNothingLost(desk: DeskSite, confirmed: Confirmed): void {
  // Copied before the drafts are read, because the editors continue to save.
  const lines = [...confirmed.lines].map(([file, saved]) => [file, [...saved]] as const);
  const pictures = [...confirmed.pictures];
  const drafts = new Map(
    query<{ path: string; text: string }>(desk, 'SELECT path, text FROM drafts').map(({ path, text }) => [
      path,
      text,
    ]),
  );
  const { origin } = desk.repository.pushed;
  for (const [file, saved] of lines) {
    const text = drafts.get(file) ?? git(origin, 'show', `main:${file}`);
    expect(
      saved.filter((line) => text.split(line).length !== 2),
      file,
    ).toEqual([]);
  }
  const committed = new Set(git(origin, 'ls-tree', '-r', '--name-only', 'main').split('\n'));
  expect(pictures.filter((path) => !drafts.has(path) && !committed.has(path))).toEqual([]);
}

/** Checks that new commits contain every picture that their texts show. @returns the head */
async function expectWholeCommits(desk: DeskSite, from: string): Promise<string> {
  const { origin } = desk.repository.pushed;
  // During a push, git moves objects into place one by one.
  await vi.waitFor(() => expect(git(origin, 'fsck', '--strict', '--no-dangling', '--no-progress')).toBe(''), {
    timeout: 10_000,
    interval: 200,
  });
  expect(git(origin, 'rev-list', '--merges', `${from}..main`)).toBe('');
  const commits = git(origin, 'rev-list', `${from}..main`).split('\n').filter(Boolean);
  for (const commit of commits) {
    const committed = new Set(git(origin, 'ls-tree', '-r', '--name-only', commit).split('\n'));
    const changed = git(origin, 'diff-tree', '--no-commit-id', '-r', '--name-only', commit).split('\n');
    for (const file of changed.filter((name) => name.endsWith('.mdx'))) {
      const text = git(origin, 'show', `${commit}:${file}`);
      const shown = [...text.matchAll(/\]\((\.\/noise-[^)]+)\)/g)].map(([, name = '']) =>
        posix.join(posix.dirname(file), name),
      );
      expect(
        shown.filter((path) => !committed.has(path)),
        `${commit} ${file}`,
      ).toEqual([]);
    }
  }
  return git(origin, 'rev-parse', 'main');
}

function scheduled(desk: DeskSite): string[] {
  const due = "SELECT id FROM change_sets WHERE state = 'scheduled'";
  return query<{ id: string }>(desk, due).map(({ id }) => id);
}

function query<Row>(desk: DeskSite, sql: string): Row[] {
  const database = new DatabaseSync(join(desk.repository.folder.dataDir, 'site.sqlite'), { readOnly: true });
  const rows = database.prepare(sql).all() as Row[];
  database.close();
  return rows;
}

/** Checks that a new entry can be written, approved and served. */
async function expectGoesOn(desk: DeskSite): Promise<void> {
  const created = await desk.act('editor', '/staff/content/new', { kind: 'news', title: 'After all kills' });
  expect(created.status).toBe(303);
  const file = 'news/after-all-kills.mdx';
  const state = await desk.get(`/staff/content/state?file=${file}`, 'editor', { Accept: 'application/json' });
  const { version, basedOn, changeSet } = (await state.json()) as {
    version: number;
    basedOn: string | null;
    changeSet: { id: string };
  };
  const text =
    '---\ntitle: After all kills\nsummary: A sentence that is long enough for a summary.\ndate: 2026-01-05\n---\n\nThe desk goes on.\n';
  const saved = await desk.save('editor', { file, version, basedOn, text });
  expect(saved.status).toBe(200);
  const changes = `/staff/content/changes/${changeSet.id}`;
  await desk.act('editor', changes, { action: 'submit', sentence: 'It goes on' });
  const seen = seenIn(await desk.text(changes, 'reviewer'));
  const approve = { action: 'approve', when: 'now', seen };
  const approved = await desk.act('reviewer', changes, approve);
  expect(approved.status).toBe(303);
  await desk.waitFor('/news/after-all-kills', 'The desk goes on.');
}

type Report = { confirmed: Confirmed; kills: Record<string, number>; troubles: DeskEvent[]; commits: number };

function report({ confirmed, kills, troubles, commits }: Report): void {
  const saves = [...confirmed.lines.values()].reduce((sum, { length }) => sum + length, 0);
  const refused = Object.groupBy(troubles, ({ text }) => text.slice(0, 90));
  console.log(
    `${saves} saves and ${confirmed.pictures.length} pictures confirmed, ${confirmed.approved.size} approvals, ${commits} commits; kills:`,
    kills,
    'refused:',
    Object.fromEntries(Object.entries(refused).map(([text, found = []]) => [text, found.length])),
  );
}
