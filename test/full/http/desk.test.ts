import { expect, test, vi } from 'vitest';
import { namedBadly } from '#test/bad-names.ts';
import { members } from '#test/staff-session.ts';
import { serveDesk } from '#test/http/desk-site.ts';
import { createDeskSteps, news } from '#test/http/desk-steps.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 400_000 });

const desk = useShared(() => serveDesk({}, { isSmall: true }));

const person = (name: string) =>
  `---\nname: ${name}\nrole: Lecturer\nsummary: Teaches how water moves.\nsubjects: []\n---\n\nTeaches.\n`;

const { changesOf, create, discard, stateOf, submit, write } = createDeskSteps(() => desk);

test('an entry is created from a template, reviewed and published', async () => {
  const file = await create('Otters are back');
  const changes = await write(file, news('Otters are back', 'Otters swim in the Lark again.'));
  const seen = await submit(changes, 'News of the otters');

  const own = await desk.act('editor', changes, { action: 'approve', when: 'now', seen });
  const approved = await desk.act('reviewer', changes, { action: 'approve', when: 'now', seen });
  const live = await desk.waitFor(changes, 'Live since', 'editor');
  const page = await desk.repository.text('/news/otters-are-back');

  expect(file).toBe('news/otters-are-back.mdx');
  expect([own.status, approved.status]).toEqual([403, 303]);
  expect(live).toMatch(/Live since <time[^>]*>\d+ \w+ \d{4}, \d\d:\d\d:\d\d/);
  expect(page).toContain('Otters swim in the Lark again.');
  const [commit] = desk.repository.pushed.log();
  expect(commit).toMatch(new RegExp(`<${members.editor}> News of the otters$`));
  const log = await desk.text('/staff/log', 'admin');
  expect(log).toContain('were approved');
  expect(log).toContain('were published');
});

test('a reviewer can schedule a change only for a valid time, and can unschedule it again', async () => {
  const file = await create('Later news');
  const changes = await write(file, news('Later news', 'This comes later.'));
  const seen = await submit(changes, 'News for later');

  const wrong = await desk.act('reviewer', changes, { action: 'approve', when: 'later', at: 'soon', seen });
  await desk.act('reviewer', changes, { action: 'approve', when: 'later', at: '2099-01-01T09:00', seen });
  const far = await desk.act('reviewer', changes, {
    action: 'approve',
    when: 'later',
    at: '2027-02-30T09:00',
    seen,
  });
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await desk.act('reviewer', changes, { action: 'approve', when: 'later', at: soon, seen });
  const scheduled = await desk.text(changes, 'editor');
  const byAuthor = await desk.act('editor', changes, { action: 'withdraw' });
  await desk.act('reviewer', changes, { action: 'unschedule' });
  const unscheduled = await desk.text(changes, 'reviewer');

  expect([wrong.status, far.status]).toEqual([400, 400]);
  expect(scheduled).toContain('It will be published on');
  expect(byAuthor.status).toBe(400);
  expect(unscheduled).toContain('Approve and publish');
});

test('a reviewer comments on a line and returns a change; an approval covers only the version on the page', async () => {
  const file = await create('Weir works');
  const changes = await write(file, news('Weir works', 'The weir is closed.'));
  const seen = await submit(changes, 'News of the weir');

  await desk.act('reviewer', changes, { action: 'comment', file, line: '7', text: 'Until <when>?' });
  await write(file, news('Weir works', 'The weir is closed until May.'));
  const outdated = await desk.act('reviewer', changes, { action: 'approve', when: 'now', seen });
  const takenBack = await desk.text(changes, 'reviewer');
  await submit(changes, 'News of the weir, with its end');
  const silent = await desk.act('reviewer', changes, { action: 'return', decision: ' ' });
  await desk.act('reviewer', changes, { action: 'return', decision: 'Say who decided it.' });
  const returned = await desk.text(changes, 'editor');

  expect([outdated.status, silent.status]).toEqual([400, 400]);
  expect(takenBack).toContain('These changes are no longer in review.');
  expect(returned).toContain('Until &lt;when&gt;?');
  expect(returned).toContain('Say who decided it.');
  expect(returned).toMatch(/<ins>[^<]*The weir is closed until May\./);
});

test.each([
  ['2', ['Comment on line 2', 'One.', 'Two.']],
  ['5', ['One.', 'Comment on line 5', 'Two.']],
  ['99', ['One.', 'Two.', 'Comment on line 99']],
])(
  'the form for a comment on line %s is next to that line, or below all if the line is gone',
  async (line, order) => {
    const file = 'pages/contact.mdx';
    const changes = await write(file, '---\ntitle: Contact us\n---\n\nOne.\n\nTwo.\n');

    const page = await desk.text(`${changes}?${new URLSearchParams({ comment: file, line })}`, 'reviewer');

    const words = page.replaceAll(/<[^>]+>/g, '').match(/One\.|Two\.|Comment on line \d+/g);
    expect(words).toEqual(order);
    await discard(changes, file);
  },
);

test('a comment on a detail that no longer differs quotes that detail', async () => {
  const file = 'pages/contact.mdx';
  const changes = await write(file, '---\ntitle: Contact\norder: 4711\n---\n\nOne.\n');
  await desk.act('reviewer', changes, { action: 'comment', file, line: '3', text: 'So far down?' });
  await write(file, '---\ntitle: Contact\n---\n\nOne.\n');

  const page = await desk.text(changes, 'editor');

  expect(page).toMatch(/<blockquote dir="auto">order: 4711<\/blockquote>\s*<p dir="auto">So far down\?/);
  await discard(changes, file);
});

test('when two people save at the same time, the second gets both texts to merge', async () => {
  const file = 'pages/contact.mdx';
  const { version, basedOn } = await stateOf(file);
  const text = '---\ntitle: Contact\n---\n\nOne.\n';

  const first = await desk.save('editor', { file, version, basedOn, text });
  const second = await desk.save('reviewer', { file, version, basedOn, text: `${text}\nTwo.\n` });
  const conflict = (await second.json()) as { reason: string; text: string; version: number; base: string };
  const seen = await stateOf(file, { version, basedOn });
  const merged = await desk.save('reviewer', {
    file,
    version: conflict.version,
    basedOn,
    text: `${text}\nTwo.\n`,
  });
  const { people } = (await merged.json()) as { people: { email: string }[] };

  expect([first.status, second.status, merged.status]).toEqual([200, 409, 200]);
  expect(conflict).toMatchObject({ reason: 'saved', text, version: 1 });
  expect(conflict.base).toContain('title:');
  expect(seen.conflict).toEqual(conflict);
  expect(people.map(({ email }) => email)).toEqual([members.editor]);
  const changes = `/staff/content/changes/${(await stateOf(file)).changeSet?.id}`;
  await discard(changes, file);
  expect((await stateOf(file)).changeSet).toBeNull();
});

test('a draft conflicts with a later push of its file, and cannot be published until the conflict is resolved', async () => {
  const file = await create('Pushed under');
  const changes = await write(file, news('Pushed under', 'First.'));
  const seen = await submit(changes, 'First');
  await desk.act('reviewer', changes, { action: 'approve', when: 'now', seen });
  await desk.waitFor(changes, 'Live since', 'editor');
  const second = await write(file, news('Pushed under', 'Second.'));
  const seenSecond = await submit(second, 'Second');

  desk.repository.pushed.push({ [file]: news('Pushed under', 'Pushed.') });
  await desk.repository.callHook();
  await desk.waitFor(second, 'The published page has changed', 'editor');
  const { version, basedOn } = await stateOf(file);
  const refused = await desk.save('editor', {
    file,
    version,
    basedOn,
    text: news('Pushed under', 'Third.'),
  });
  await desk.act('reviewer', second, { action: 'approve', when: 'now', seen: seenSecond });
  const failed = await desk.waitFor(second, 'These changes could not be published', 'editor');

  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    reason: 'published',
    text: news('Pushed under', 'Pushed.'),
  });
  expect(failed).toContain('Someone else changed');
  await discard(second, file);
});

test('a renamed page redirects from its former address, and on request links to it are updated', async () => {
  const path = '/staff/content/rename?file=handbook/money/bursaries.mdx';
  const form = await desk.text(path, 'editor');
  const renamed = await desk.act('editor', path, { name: 'money/grants', links: 'yes' });
  const entry = await desk.text(renamed.headers.get('location') ?? '', 'editor');
  const changes = `/staff/content/changes/${(await stateOf('handbook/money/grants.mdx')).changeSet?.id}`;
  const view = await desk.text(changes, 'reviewer');
  const seen = await submit(changes, 'Call bursaries grants');
  await desk.act('reviewer', changes, { action: 'approve', when: 'now', seen });
  await desk.waitFor(changes, 'Live since', 'editor');
  const former = await desk.get('/handbook/money/bursaries');

  expect(form).toContain('Links to it');
  expect(renamed.status).toBe(303);
  expect(entry).toContain('was renamed to handbook/money/grants.mdx in a draft');
  expect(entry).toContain('Begin');
  expect(entry).toContain('<a href="/handbook/money/bursaries">Open the live page</a>');
  expect(view).toContain('Moved from handbook/money/bursaries.mdx');
  expect([former.status, former.headers.get('location')]).toEqual([308, '/handbook/money/grants']);
  const report = await desk.text('/staff/content/report', 'editor');
  expect(report).not.toContain('former address of /handbook/money/grants');
  expect(report).toContain('<code>handbook/money/grants.mdx</code>');
});

test('the address of a deleted entry redirects to the editor’s choice, and an earlier version can be restored', async () => {
  const file = 'news/library-evenings.mdx';
  const encoded = encodeURIComponent(file);
  const nowhere = await desk.act('editor', `/staff/content/delete?file=${encoded}`, {
    readers: 'target',
    target: '',
  });
  const removed = await desk.act('editor', `/staff/content/delete?file=${encoded}`, {
    readers: 'target',
    target: 'handbook/money/index.mdx',
  });
  const changes = removed.headers.get('location')!;
  const seen = await submit(changes, 'The evenings are over');
  await desk.act('reviewer', changes, { action: 'approve', when: 'now', seen });
  await desk.waitFor(changes, 'Live since', 'editor');
  const former = await desk.get('/news/library-evenings');
  const history = await desk.text(`/staff/content/history?file=${encoded}`, 'editor');
  const commit = [...history.matchAll(/version=([0-9a-f]{40})/g)].at(-1)?.[1] ?? '';
  const old = await desk.text(`/staff/content/history?file=${encoded}&version=${commit}`, 'editor');
  const page = await desk.text(`/staff/content/page?file=${encoded}&commit=${commit}`, 'editor');
  const restored = await desk.act('editor', `/staff/content/history?file=${encoded}`, {
    action: 'restore',
    path: file,
    commit,
  });

  expect(nowhere.status).toBe(400);
  expect([former.status, former.headers.get('location')]).toEqual([308, '/handbook/money']);
  expect(history).toContain('The evenings are over');
  expect(old).toContain('Restore this version as a draft');
  expect(page).toContain('Library');
  expect([restored.status, await restored.text()]).toEqual([303, '']);
  expect((await stateOf(file)).version).toBe(1);
});

test('a preview link shows the site with the changes until it is revoked', async () => {
  const file = await create('Secret news');
  const changes = await write(file, news('Secret news', 'Nobody knows this yet.'));
  await desk.act('editor', changes, { action: 'link', file, days: '7' });
  const shown = await desk.text(changes, 'editor');
  const address = new URL(/href="(http[^"]*\/preview\/[^"]+)"/.exec(shown)?.[1] ?? '').pathname;
  const link = /name="link" value="([^"]+)"/.exec(shown)?.[1] ?? '';

  const preview = await desk.get(address);
  const html = await preview.text();
  const prefix = address.replace('/news/secret-news', '');
  const list = await desk.text(`${prefix}/news`, undefined);
  const search = await desk.get(`${prefix}/search`);
  const forged = await desk.get(address.replace(/.(?=\/news)/, (letter) => (letter === 'A' ? 'B' : 'A')));
  await desk.act('editor', changes, { action: 'revoke', link });
  const revoked = await desk.get(address);

  expect(preview.status).toBe(200);
  expect(html).toContain('Nobody knows this yet.');
  expect(html).toContain(`href="${prefix}/news"`);
  expect(html).not.toMatch(/<a [^>]*href="\/news"/);
  expect(preview.headers.get('x-robots-tag')).toBe('noindex');
  expect(preview.headers.get('cache-control')).toBe('no-store');
  expect(preview.headers.get('content-security-policy')).not.toContain('script-src');
  expect(list).toContain('Secret news');
  expect([search.status, search.headers.get('location')]).toEqual([302, '/search']);
  expect([forged.status, revoked.status]).toEqual([404, 404]);
  expect(await desk.text('/news', undefined)).not.toContain('Secret news');
});

test('the list filters by state, kind, folder and words, and copies an entry', async () => {
  const many = Array.from({ length: 60 }, (_, at) => [`people/person-${at}.mdx`, person(`Person ${at}`)]);
  desk.repository.pushed.push(Object.fromEntries(many) as Record<string, string>);
  await desk.repository.callHook();
  const all = await desk.waitFor('/staff/content', 'Page 1 of', 'editor');
  const drafts = await desk.text('/staff/content?state=draft&q=secret', 'editor');
  const folder = await desk.text('/staff/content?collection=handbook&folder=money', 'editor');
  const none = await desk.text('/staff/content?q=zebra', 'editor');
  const copied = await desk.act('editor', '/staff/content/new?copy=courses/soil-science.mdx', {
    kind: 'course',
    copyOf: 'courses/soil-science.mdx',
    title: 'Soil Science Two',
  });
  const taken = await desk.act('editor', '/staff/content/new', { kind: 'course', title: 'Soil science' });

  expect(all).toContain('Person 1');
  expect(drafts).toContain('Secret news');
  expect(folder).toContain('handbook/money');
  expect(folder).not.toContain('Soil Science');
  expect(none).toContain('No entries match.');
  expect([copied.status, taken.status]).toEqual([303, 400]);
});

test('the desk creates, renames and restores no entry at an address that is already in use', async () => {
  const refused = async (response: Response) => {
    const text = await response.text();
    return `${response.status} ${/(?:is reserved|is already used|is already an alias)[^<.]*/.exec(text)?.[0]}`;
  };
  const begin = (kind: string, title: string) =>
    desk.act('editor', '/staff/content/new', { kind, title }).then(refused);
  const file = await create('Free name', 'page');
  const rename = (name: string) =>
    desk.act('editor', `/staff/content/rename?file=${encodeURIComponent(file)}`, { name }).then(refused);
  const { pushed } = desk.repository;
  const commit = pushed.push({ 'pages/find-me.mdx': namedBadly, 'pages/api.mdx': namedBadly });
  pushed.push({ 'pages/api.mdx': null });
  await desk.repository.callHook();
  await desk.waitFor('/find-me', 'Badly named');
  const moved = namedBadly.replace('title', 'aliases: [/find-me]\ntitle');
  pushed.push({ 'pages/find-me.mdx': null, 'pages/found.mdx': moved });
  await desk.repository.callHook();
  const { origin } = desk.repository.site;
  const ask = () => fetch(`${origin}/find-me`, { redirect: 'manual' });
  await vi.waitFor(async () => expect((await ask()).status).toBe(308), { timeout: 60_000, interval: 100 });
  const restore = (path: string) =>
    desk
      .act('editor', `/staff/content/history?file=${encodeURIComponent(path)}`, {
        action: 'restore',
        path,
        commit,
      })
      .then(refused);

  expect(await begin('course', 'Find')).toBe('400 is already used by a page of the site itself');
  expect(await begin('page', 'API')).toBe('400 is reserved, like all addresses below /api');
  expect(await begin('page', 'Find me')).toBe('400 is already an alias of pages/found');
  expect(await rename('staff')).toBe('400 is reserved, like all addresses below /staff');
  expect(await rename('ask')).toBe('400 is already used by a page of the site itself');
  expect(await rename('find-me')).toBe('400 is already an alias of pages/found');
  expect(await restore('pages/api.mdx')).toBe('400 is reserved, like all addresses below /api');
  expect(await restore('pages/find-me.mdx')).toBe('303 undefined');
  const found = await desk.text('/staff/content/edit?file=pages%2Ffound.mdx', 'editor');
  expect(found).not.toContain('aliases: [/find-me]');
  expect(await changesOf('pages/found.mdx')).toBe(await changesOf('pages/find-me.mdx'));
});

test('the desk can rename a file with a bad name, without an alias for its former address', async () => {
  desk.repository.pushed.push({ 'pages/feed.xml.mdx': namedBadly });
  await desk.repository.callHook();
  await desk.waitFor('/staff/content/report', 'feed.xml.mdx', 'admin');

  const bad = 'pages/feed.xml.mdx';
  const renamed = await desk.act('editor', `/staff/content/rename?file=${encodeURIComponent(bad)}`, {
    name: 'feed',
  });
  const edit = await desk.text('/staff/content/edit?file=pages%2Ffeed.mdx', 'editor');

  expect([renamed.status, await renamed.text()]).toEqual([303, '']);
  expect(edit).toContain('Badly named');
  expect(edit).not.toContain('/feed.xml');
  await submit(await changesOf('pages/feed.mdx'), 'A name that it can have');
});

test('people without a role are refused, and a JSON request without a session or token gets a JSON error', async () => {
  const { origin } = desk.repository.site;
  const body = { file: 'pages/about.mdx', version: 0, basedOn: null, text: 'x' };
  const post = (headers: Record<string, string>) =>
    fetch(`${origin}/staff/content/save`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { cookie } = await desk.openForm('editor', '/staff/content/new');

  const anonymous = await post({});
  const withoutToken = await post({ Cookie: cookie, Origin: origin });
  const foreign = await post({ Cookie: cookie, Origin: 'https://evil.example' });
  const statuses = await Promise.all(
    (['registrar', 'none'] as const).map(async (member) => (await desk.get('/staff/content', member)).status),
  );
  const unknown = await desk.get('/staff/content/state?file=../secret', 'editor', {
    Accept: 'application/json',
  });

  expect([anonymous.status, withoutToken.status, foreign.status]).toEqual([401, 403, 403]);
  expect(await anonymous.json()).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
  expect(statuses).toEqual([403, 403]);
  expect(unknown.status).toBe(404);
});
