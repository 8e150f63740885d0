import { expect, test, vi } from 'vitest';
import { serveDesk } from '#test/http/desk-site.ts';
import { createDeskSteps, encode, news, seenFileIn } from '#test/http/desk-steps.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 400_000 });

const desk = useShared(() => serveDesk({ EDITORS_PUBLISH: 'reviewed' }, { isSmall: true }));
const { changesOf, create, decide, publish, submit, write } = createDeskSteps(() => desk);

test('with the rule reviewed, an admin may publish their own change, which is logged, but an editor may not', async () => {
  const [file, own] = [await create('By an editor'), await create('By an admin')];
  const changes = await write(file, news('By an editor', 'Text.'));
  const ofAdmin = await write(own, news('By an admin', 'Text.'), 'admin');
  await write(own, news('By an admin', 'More text.'), 'admin');
  const page = await desk.text(changes, 'editor');

  const unreviewed = await decide('editor', changes, { action: 'publish', sentence: 'Now' });
  await submit(changes, 'From an editor');
  const approved = await decide('editor', changes, { action: 'approve' });
  await submit(ofAdmin, 'From an admin', 'admin');
  const byReviewerOfNothing = await decide('registrar', ofAdmin, { action: 'approve' });
  const byAdmin = await decide('admin', ofAdmin, { action: 'approve' });
  await desk.waitFor(ofAdmin, 'Live since', 'admin');

  expect(page).not.toContain('Publish without review');
  expect([unreviewed.status, approved.status, byReviewerOfNothing.status, byAdmin.status]).toEqual([
    403, 403, 403, 303,
  ]);
  expect(await approved.text()).toContain('Another person has to approve these changes.');
  const log = await desk.text('/staff/log', 'admin');
  expect(log).toContain('The changes “By an admin” were approved by a person who wrote them.');
  expect(log).not.toContain('The changes “By an editor” were approved');
  await publish(changes);
});

test('a person who is a draft of other changes can be chosen: moving one draft to the other publishes both', async () => {
  const changesOfPerson = await changesOf(await create('Nia Reed', 'person'));
  const file = 'pages/visit.mdx';
  const changes = await write(file, '---\ntitle: Visit\nowner: nia-reed\n---\n\nCome in.\n');
  const apart = await desk.text(changes, 'editor');

  const set = changesOfPerson.split('/').at(-1) ?? '';
  const fields = { action: 'move', file, seenFile: seenFileIn(apart, file), set };
  const moved = await desk.act('editor', changes, fields);
  const together = await desk.text(changesOfPerson, 'editor');

  expect(apart).toContain('Nia Reed is a draft of other changes');
  expect(moved.headers.get('Location')).toBe(changesOfPerson);
  expect(together).toContain(`<code>${file}</code>`);
  expect(together).not.toContain('is a draft of other changes');
  expect(together).not.toContain('there is no person');
  await desk.act('editor', changesOfPerson, {
    action: 'discard',
    file,
    seenFile: seenFileIn(together, file),
  });
});

test('with the rule own, editors publish only their own changes without a review', async () => {
  await desk.restart({ EDITORS_PUBLISH: 'own' });
  const [file, other] = [await create('Own news'), 'pages/visit.mdx'];
  const changes = await write(file, news('Own news', 'Published by its author.'));
  const text = await (await desk.get(`/staff/content/edit?file=${encode(other)}`, 'reviewer')).text();
  const ofReviewer = await write(other, visitPage(text), 'reviewer');

  const done = await decide('editor', changes, { action: 'publish', sentence: 'My own news' });
  await desk.waitFor(changes, 'Live since', 'editor');
  const foreign = await decide('editor', ofReviewer, { action: 'publish', sentence: 'Not mine' });

  expect([done.status, foreign.status]).toEqual([303, 403]);
  expect(await desk.repository.text('/news/own-news')).toContain('Published by its author.');
  expect(await desk.text('/staff/log', 'admin')).toContain(
    'The changes “Own news” were approved by a person who wrote them.',
  );
  expect(await desk.text(ofReviewer, 'editor')).not.toContain('Publish without review');
});

/** Returns the text in the editor's form with a change. */
function visitPage(html: string): string {
  const text = /<textarea[^>]*>\n?([^]*?)<\/textarea>/.exec(html)?.[1] ?? '';
  return `${text.replaceAll('&#39;', '’').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')}\nOne more sentence.\n`;
}

test('without a repository, every page says which setting is missing, and every change is refused', async () => {
  const soil = encode('courses/soil-science.mdx');
  const draft = encode('pages/visit.mdx');
  const state = await desk.get(`/staff/content/state?file=${draft}`, 'editor', {
    Accept: 'application/json',
  });
  const { changeSet } = (await state.json()) as { changeSet: { id: string } };
  const changes = `/staff/content/changes/${changeSet.id}`;
  await desk.restart({ CONTENT_REPO: '', CONTENT_HOOK_SECRET: '' });
  const { origin } = desk.repository.site;
  const pages = [
    ...['/staff/content', '/staff/content/changes', changes, '/staff/content/new'],
    ...['edit', 'history', 'rename', 'delete'].map((page) => `/staff/content/${page}?file=${soil}`),
  ];
  const posts: [string, Record<string, string>][] = [
    ['/staff/content/new', { kind: 'news', title: 'Not today' }],
    [`/staff/content/edit?file=${soil}`, { file: 'courses/soil-science.mdx', text: 'x', version: '0' }],
    [`/staff/content/rename?file=${soil}`, { name: 'soils' }],
    [`/staff/content/delete?file=${soil}`, { readers: 'nowhere' }],
    [`/staff/content/history?file=${soil}`, { action: 'unpublish' }],
    [`/staff/content/history?file=${soil}`, { action: 'publish-again' }],
    [`/staff/content/history?file=${soil}`, { action: 'restore', commit: 'a'.repeat(40), path: 'x' }],
    ['/staff/content/changes', { proposal: 'news' }],
    ...[
      'submit',
      'publish',
      'approve',
      'withdraw',
      'return',
      'comment',
      'discard',
      'move',
      'rename',
      'link',
    ].map((action): [string, Record<string, string>] => [
      changes,
      { action, file: 'pages/visit.mdx', version: '1', days: '1', sentence: 'x', title: 'x', text: 'x' },
    ]),
  ];
  const form = await desk.openForm('admin', '/staff');

  const shown = await Promise.all(pages.map((page) => desk.text(page, 'admin')));
  const answers = await Promise.all(posts.map(([path, fields]) => desk.post(path, fields, form)));
  const sendJson = (path: string, body: BodyInit, type: string) =>
    fetch(`${origin}/staff/content/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': type,
        Accept: 'application/json',
        'X-Csrf-Token': form.token,
        Cookie: form.cookie,
        Origin: origin,
      },
      body,
    });
  const save = { file: 'courses/soil-science.mdx', version: 0, basedOn: null, text: 'x' };
  const json = [
    await sendJson('save', JSON.stringify(save), 'application/json'),
    await sendJson(`picture?file=${soil}&name=a.png`, 'x', 'application/octet-stream'),
  ];
  const found = await desk.text('/staff/content?q=soil+science', 'admin');
  const rendered = await sendJson(
    'render',
    JSON.stringify({ file: save.file, text: news('Soil', 'Shown, not saved.') }),
    'application/json',
  );

  for (const [index, page] of shown.entries()) expect(page, pages[index]).toContain('CONTENT_REPO');
  const described = await Promise.all(answers.map(async (each) => [each.status, await each.text()] as const));
  for (const [index, [status, text]] of described.entries()) {
    expect(status, JSON.stringify(posts[index])).toBe(403);
    expect(text).toContain('Content can’t be changed here: no repository is configured.');
  }
  for (const response of json) {
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error: { code: 'FORBIDDEN', resolution: expect.stringContaining('CONTENT_REPO') as string } },
    ]);
  }
  expect(found).toContain('/courses/soil-science');
  expect(rendered.status).toBe(200);
});
