import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { MemberName } from '#test/staff-session.ts';
import { git } from '#test/content-repository.ts';
import { serveDesk } from '#test/http/desk-site.ts';
import { createDeskSteps, encode, seenFileIn } from '#test/http/desk-steps.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 400_000 });

const file = 'institute.yaml';
const edit = `/staff/content/edit?file=${file}`;
const facts = readFileSync('src/institute.yaml', 'utf8');
const desk = useShared(() => serveDesk({ EDITORS_PUBLISH: 'own' }, { isSmall: true, isWhole: true }));
const { decide } = createDeskSteps(() => desk);

type State = { version: number; basedOn: string | null; changeSet: { id: string } | null };

async function stateOf(path = file): Promise<State> {
  const address = `/staff/content/state?file=${encode(path)}`;
  return (await (await desk.get(address, 'admin', { Accept: 'application/json' })).json()) as State;
}

/** Saves a file, by default the facts, as an admin, and returns the address of their changes. */
async function write(text: string, path = file): Promise<string> {
  const { version, basedOn } = await stateOf(path);
  const saved = await desk.save('admin', { file: path, version, basedOn, text });
  expect(saved.status, await saved.clone().text()).toBe(200);
  return `/staff/content/changes/${(await stateOf(path)).changeSet?.id}`;
}

/** Posts JSON to an address of the editor's script. */
async function postJson(member: MemberName, path: string, body: object): Promise<Response> {
  const { cookie, token } = await desk.openForm(member, '/staff/content/new');
  const headers = { 'Content-Type': 'application/json', 'X-Csrf-Token': token, Cookie: cookie };
  return fetch(desk.origin() + path, {
    method: 'POST',
    headers: { ...headers, Origin: desk.origin() },
    body: JSON.stringify(body),
  });
}

async function render(text: string): Promise<{ html: string | null; problems: { field: string[] }[] }> {
  const rendered = await postJson('admin', '/staff/content/render', { file, text });
  return (await rendered.json()) as Awaited<ReturnType<typeof render>>;
}

test('an admin changes the facts of the institute: they are checked, shown with examples and published', async () => {
  const changed = facts
    .replace('tagline: Learn how', 'tagline: See how')
    .replace("accent: '#14574e'", "accent: '#104a80'")
    .replace('registrationCloses: 5 January', 'registrationCloses: 7 January');

  const list = await desk.text('/staff/content?collection=settings', 'admin');
  const { html, problems } = await render(changed);
  const changes = await write(changed);
  const review = await desk.text(changes, 'admin');
  await decide('admin', changes, { action: 'publish', sentence: 'A new tagline' });
  await desk.waitFor(changes, 'Live since', 'admin');

  expect(list).toContain(`href="/staff/content/edit?file=${file}"`);
  expect(problems).toEqual([]);
  expect(html).toMatch(/Spring 2027[^]*?7 January 2027/);
  expect(html).toContain('--accent:light-dark(#104a80,#83cdbf)');
  expect(html).toMatch(/Accent<\/th>\s*<td[^>]*>Ground<\/td>\s*<td[^>]*>8\.\d/);
  expect(review).toMatch(/Tagline[^]*Colours[^]*#104a80/);
  expect(await desk.repository.text('/')).toContain('See how land and water work');
  expect(git(desk.repository.pushed.origin, 'show', 'main:institute.yaml')).toContain('tagline: See how');
});

test('wrong facts are named with their field, and cannot be published; what they break elsewhere is listed', async () => {
  const published = git(desk.repository.pushed.origin, 'show', 'main:institute.yaml');
  const faint = published.replace("accent: '#104a80'", "accent: '#d0e0ff'");

  const { html, problems } = await render(faint);
  const changes = await write(faint);
  const refused = await decide('admin', changes, { action: 'publish', sentence: 'Faint' });
  const withoutSoils = published.replace('  soils: Soils\n', '');
  const elsewhere = await postJson('admin', '/staff/content/elsewhere', { file, text: withoutSoils });

  expect(problems.map(({ field }) => field)).toEqual([
    ['colours', 'light', 'accent'],
    ['colours', 'light', 'on-accent'],
  ]);
  expect(html).toBeNull();
  expect(refused.status).toBe(400);
  expect(await elsewhere.text()).toContain('courses/soil-science.mdx');
  await desk.act('admin', changes, {
    action: 'discard',
    file,
    seenFile: seenFileIn(await desk.text(changes, 'admin'), file),
  });
});

test('facts that delete personal data sooner are published only after a question', async () => {
  const published = git(desk.repository.pushed.origin, 'show', 'main:institute.yaml');
  const changes = await write(published.replace('registrations: 400', 'registrations: 300'));
  const fields = { action: 'publish', sentence: 'Keep less' };

  const page = await desk.text(changes, 'admin');
  const refused = await decide('admin', changes, { ...fields, when: 'later', at: '2027-01-11T09:00' });
  const shown = await refused.text();
  const before = git(desk.repository.pushed.origin, 'show', 'main:institute.yaml');
  const answered = await decide('admin', changes, { ...fields, deletes: 'on' });
  await desk.waitFor(changes, 'Live since', 'admin');

  expect(page).toContain('registrations older than 300 days (until now 400)');
  expect(refused.status).toBe(400);
  expect(shown).toContain('These changes delete personal data.');
  expect(shown).toMatch(/value="later" checked[^]*name="at"[^>]* value="2027-01-11T09:00"/);
  expect(before).toBe(published);
  expect(answered.status).toBe(303);
  expect(git(desk.repository.pushed.origin, 'show', 'main:institute.yaml')).toContain('registrations: 300');
});

test('a preview link of letters opens the page that only drafts have', async () => {
  const settings = 'settings/letters.yaml';
  const changes = await write('closing: With many thanks\n', settings);

  await desk.act('admin', changes, { action: 'link', file: settings, days: '1' });
  const [, address = ''] = /href="(http[^"]*\/preview\/[^"]+)"/.exec(await desk.text(changes, 'admin')) ?? [];

  expect(address).toMatch(/\/drafts\/letters$/);
  expect(await desk.text(new URL(address).pathname, undefined)).toContain('With many thanks');
});

test('an editor neither sees nor changes the facts of the institute, and cannot restore a discarded draft of them', async () => {
  const changes = await write(facts.replace('tagline: Learn how', 'tagline: Hear how'));
  const link = `href="${edit}"`;
  const [forAdmin, forEditor] = [await desk.text(changes, 'admin'), await desk.text(changes, 'editor')];
  const seenFile = seenFileIn(forAdmin, file);
  await desk.act('admin', changes, { action: 'discard', file, seenFile });
  const bin = await desk.text('/staff/content/bin', 'editor');
  const batch = /name="batch" value="([^"]+)"/.exec(bin)?.[1] ?? '';
  const text = facts.replace('tagline: Learn how', 'tagline: Guess how');

  const pages = [edit, `/staff/content/history?file=${file}`, `/staff/content/state?file=${file}`];
  const opened = await Promise.all(pages.map((path) => desk.get(path, 'editor')));
  const saved = await desk.save('editor', { file, version: 0, basedOn: null, text });
  const scripted = await Promise.all(
    ['render', 'elsewhere'].map((name) => postJson('editor', `/staff/content/${name}`, { file, text })),
  );
  const posted = await desk.act('editor', '/staff/content/new', { kind: 'news', title: 'Guess' });
  const form = { file, text, version: '0', basedOn: '' };
  const byForm = await desk.post(edit, form, await desk.openForm('editor', '/staff/content/new'));
  const restored = await desk.act('editor', '/staff/content/bin', { batch });

  expect([forAdmin.includes(link), forEditor.includes(link)]).toEqual([true, false]);
  expect(await desk.text('/staff/content?collection=settings', 'editor')).not.toContain(file);
  expect(opened.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(saved.status).toBe(403);
  expect(await saved.text()).toContain('can be changed by admins only');
  expect(scripted.map(({ status }) => status)).toEqual([403, 403]);
  expect([posted.status, byForm.status, restored.status]).toEqual([303, 403, 403]);
  expect((await stateOf()).changeSet).toBeNull();
});

test('pictures, renaming and deleting are for entries: the facts of the institute have none of them', async () => {
  const { cookie, token } = await desk.openForm('admin', '/staff/content/new');
  const picture = await fetch(`${desk.origin()}/staff/content/picture?file=${file}&name=a.png`, {
    method: 'POST',
    headers: { 'X-Csrf-Token': token, Cookie: cookie, Origin: desk.origin(), Accept: 'application/json' },
    body: 'x',
  });
  const pages = ['rename', 'delete'].map((name) => desk.get(`/staff/content/${name}?file=${file}`, 'admin'));

  expect(picture.status).toBe(404);
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([400, 400]);
});

test('the pages of drafts are not published', async () => {
  expect((await desk.get('/drafts/institute')).status).toBe(404);
});
