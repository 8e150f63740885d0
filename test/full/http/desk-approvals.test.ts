import { expect, test, vi } from 'vitest';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { members } from '#test/staff-session.ts';
import { serveDesk } from '#test/http/desk-site.ts';
import { createDeskSteps, encode, news, seenFileIn, seenIn } from '#test/http/desk-steps.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 400_000 });

const smtp = useShared(() => startSmtp());
const desk = useShared(() =>
  serveDesk({ SMTP_URL: smtp.url, MAIL_FROM: 'Institute <desk@institute.example>' }, { isSmall: true }),
);

const { addPicture, changesOf, create, decide, discard, publish, stateOf, submit, write } = createDeskSteps(
  () => desk,
);

const idOf = (changes: string) => changes.split('/').at(-1) ?? '';
const stateOfSet = async (file: string) => (await stateOf(file)).changeSet?.state;

/** Sends the form that creates an entry in a change set, with any id as the set. */
const createIn = (set: string, title: string, more: Record<string, string> = {}) =>
  desk.act('editor', '/staff/content/new', { kind: 'news', title, set, ...more });

test('a page that shows a draft cannot approve another draft of the same file that replaced it during review', async () => {
  const [good, source] = [await create('Good news'), await create('Not reviewed')];
  await write(good, news('Good news', 'The reviewer reads this.'));
  await write(source, news('Not reviewed', 'Nobody reviewed this text.'));
  const begin = { kind: 'news', title: 'Reviewed', copyOf: good };
  expect((await desk.act('editor', '/staff/content/new', begin)).status).toBe(303);
  const file = 'news/reviewed.mdx';
  const changes = await changesOf(file);
  expect((await createIn(idOf(changes), 'Beside it', { copyOf: good })).status).toBe(303);
  await submit(changes, 'Two news');
  const shown = await desk.text(changes, 'reviewer');
  const own = await desk.text(changes, 'editor');

  const seenFile = seenFileIn(own, file);
  await desk.act('editor', changes, { action: 'discard', file, version: '1', seenFile });
  const again = await createIn(idOf(changes), 'Reviewed', { copyOf: source });
  const approved = await desk.act('reviewer', changes, {
    action: 'approve',
    when: 'now',
    seen: seenIn(shown),
  });
  const told = await desk.text(changes, 'reviewer');

  expect(again.status).toBe(303);
  expect((await stateOf(file)).version).toBe(1);
  expect([approved.status, await stateOfSet(file)]).toEqual([400, 'editing']);
  expect(told).toContain('These changes are no longer in review.');
  expect(told).toContain(`${members.editor} changed, added or discarded`);
  expect(await desk.text('/staff/content/changes', 'reviewer')).toContain('Changed after it was submitted');
  expect(await desk.text('/staff/log', 'admin')).toContain('went back to their authors');
});

test('a change to approved content revokes the approval, and the page names the approver', async () => {
  const file = await create('Approved for later');
  const changes = await write(file, news('Approved for later', 'Text.'));
  await submit(changes, 'For later');
  const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await decide('reviewer', changes, { action: 'approve', when: 'later', at });

  const added = await createIn(idOf(changes), 'Added after the approval');
  const told = await desk.text(changes, 'reviewer');

  expect([added.status, await stateOfSet(file)]).toEqual([303, 'editing']);
  expect(told).toContain(
    'These changes differ from what Member reviewer approved, so they will not be published.',
  );
});

test('a reviewer gets one email when reviewed changes go back to editing, and the editor is warned before that', async () => {
  const file = await create('Told to its reviewer');
  const page = `/staff/content/edit?file=${encode(file)}`;
  const changes = await write(file, news('Told to its reviewer', 'One.'));
  const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  const mails = () =>
    smtp.received.filter(({ subject }) => subject === 'Changed since you reviewed it: Told to its reviewer');
  const change = async (text: string) => write(file, news('Told to its reviewer', text));
  const before = await desk.text(page, 'editor');

  await submit(changes, 'First');
  const inReview = await desk.text(page, 'editor');
  await change('Nobody has decided yet.');
  await submit(changes, 'Second');
  await decide('reviewer', changes, { action: 'approve', when: 'later', at });
  const approved = await desk.text(page, 'editor');
  await change('After the approval.');
  await change('And once more.');
  await submit(changes, 'Third');
  await decide('reviewer', changes, { action: 'return', decision: 'Shorter, please.' });
  await submit(changes, 'Fourth');
  await change('After the return.');
  await submit(changes, 'Fifth');
  await change('A reviewer has not decided since.');
  await expect.poll(() => mails().length, { timeout: 10_000 }).toBe(2);
  await write(file, news('Told to its reviewer', 'The last one.'));

  const [ofApproval, ofReturn] = mails();
  expect(mails().map(({ recipients }) => recipients)).toEqual([[members.reviewer], [members.reviewer]]);
  expect(ofApproval?.subject).toBe('Changed since you reviewed it: Told to its reviewer');
  expect(ofApproval?.text).toContain(`You approved “Told to its reviewer”. Since then, ${members.editor}`);
  expect(ofApproval?.text).toContain(changes);
  expect(ofReturn?.text).toContain('You returned “Told to its reviewer”');
  expect(before).not.toContain('id="edit-warning"');
  expect(inReview).toContain('This is in review. If you change it');
  expect(approved).toContain('This is approved. If you change it');
  expect(desk.repository.site.output()).not.toContain('@staff.example');
});

test('a form with a change set that is unknown, published or another author’s is refused', async () => {
  const [file, live] = [await create('Set of the editor'), await create('Live set')];
  const [own, published] = [await changesOf(file), await changesOf(live)];
  await write(live, news('Live set', 'Text.'));
  await submit(published, 'Live');
  await publish(published);
  await write('pages/visit.mdx', news('Visit', 'Text.'), 'reviewer');
  const foreign = await changesOf('pages/visit.mdx');
  const sets = ['none', '00000000-0000-7000-8000-000000000000', '\0', idOf(foreign), idOf(published)];
  const seenFile = seenFileIn(await desk.text(own, 'editor'), file);

  const created = [];
  const moved = [];
  for (const set of sets) {
    created.push(await createIn(set, 'Not created'));
    if (set !== '\0') moved.push(await desk.act('editor', own, { action: 'move', file, set, seenFile }));
  }

  expect(created.map(({ status }) => status)).toEqual([404, 404, 404, 403, 400]);
  expect(moved.map(({ status }) => status)).toEqual([404, 404, 403, 400]);
  expect(await created[3]?.text()).toContain('These changes belong to other people.');
  expect(await created[4]?.text()).toContain('These changes are already published.');
  expect((await stateOf(file)).changeSet?.id).toBe(idOf(own));
});

/** Pushes a proposal whose commit names a member of staff as its author. */
async function proposeAs(name: string, author: string, files: Record<string, string>): Promise<string> {
  const { pushed } = desk.repository;
  pushed.git('fetch', '--quiet', 'origin');
  pushed.git('checkout', '--quiet', '-B', `as-${name}`, 'origin/main');
  pushed.commit(files, `Propose ${name}`);
  pushed.git('commit', '--quiet', '--amend', '--no-edit', `--author=Member of Staff <${author}>`);
  pushed.git('push', '--quiet', 'origin', `HEAD:refs/heads/propose/${name}`);
  await desk.repository.callHook();
  await desk.waitFor('/staff/content/changes', `Propose ${name}`, 'editor');
  return pushed.git('rev-parse', 'HEAD');
}

test('the author of a proposal is the member who opens it, whatever author its commit names', async () => {
  await proposeAs('spoofed', members.editor, { 'news/spoofed.mdx': news('Spoofed', 'By somebody.') });
  const list = await desk.text('/staff/content/changes', 'reviewer');
  const taken = await desk.act('reviewer', '/staff/content/changes', { proposal: 'spoofed' });
  const changes = taken.headers.get('location') ?? '';

  const byOpener = await decide('reviewer', changes, { action: 'approve' });
  const view = await desk.text(changes, 'admin');
  const submittedBy = /Submitted by ([^<]*)</.exec(view)?.[1];
  await decide('admin', changes, { action: 'approve' });
  await desk.waitFor(changes, 'Live since', 'admin');
  const [commit] = desk.repository.pushed.log();
  const history = await desk.text(`/staff/content/history?file=${encode('news/spoofed.mdx')}`, 'editor');

  expect(list).toMatch(/author in git: <bdi>Member of Staff/);
  expect([taken.status, byOpener.status]).toEqual([303, 403]);
  expect(submittedBy).toContain('Member reviewer');
  expect(view).toContain('Opened from git (propose/spoofed)');
  expect(view).toMatch(/Author in git: <bdi>Member of Staff/);
  expect(commit).toContain(`<${members.reviewer}>`);
  expect(history).toContain('Member reviewer');
  expect(history).not.toContain('author in git');
});

test('the history shows the author of a pushed commit only as “author in git”', async () => {
  const history = await desk.text('/staff/content/history?file=courses/soil-science.mdx', 'editor');

  expect(history).toMatch(/author in git:\s+<bdi>Dev Eloper/);
});

test('blobs and commits outside the history of the content are not served, neither by address nor in a conflict', async () => {
  const secret = 'A text that is on a branch only.';
  const commit = await proposeAs('unmerged', 'dev@example.org', {
    'news/unmerged.mdx': news('Unmerged', secret),
  });
  const { pushed } = desk.repository;
  const blob = pushed.git('rev-parse', `${commit}:news/unmerged.mdx`);
  const known = pushed.git('rev-parse', 'origin/main:courses/soil-science.webp');
  const picture = (id: string) =>
    desk.get(`/staff/content/picture?file=news/a.png&blob=${id}`, 'editor', { Accept: 'application/json' });

  const [foreign, shown] = [await picture(blob), await picture(known)];
  const saved = await desk.save('editor', {
    file: 'pages/about.mdx',
    version: 0,
    basedOn: blob,
    text: 'x',
  });
  const page = await desk.get(`/staff/content/page?file=news/unmerged.mdx&commit=${commit}`, 'editor');
  const restored = await desk.act('editor', '/staff/content/history?file=news/unmerged.mdx', {
    action: 'restore',
    path: 'news/unmerged.mdx',
    commit,
  });

  expect([foreign.status, shown.status, page.status, restored.status]).toEqual([404, 200, 404, 404]);
  expect(saved.status).toBe(409);
  expect(await saved.json()).toMatchObject({ reason: 'published', base: '' });
});

test('the same picture is stored once, and another one with its name gets a number', async () => {
  const file = await create('With a drawing');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';

  const [first, same] = [
    await addPicture(file, Buffer.from(drawing)),
    await addPicture(file, Buffer.from(drawing)),
  ];

  const other = await addPicture(file, Buffer.from(drawing.replace('h9', 'h8')));

  expect(first).toMatch(/^\.\/pit(?:-\d)?\.svg$/);
  expect(same).toBe(first);
  expect(other).toMatch(/^\.\/pit-\d\.svg$/);
});

test('a reviewer can turn the emails about reviews off', async () => {
  const list = '/staff/content/changes';
  expect(await desk.text(list, 'reviewer')).toContain('You get an email when changes need your review');

  const turnedOff = await desk.act('reviewer', list, { emails: 'off' });

  expect(turnedOff.status).toBe(303);
  expect(await desk.text(list, 'reviewer')).toContain('You get no emails about changes.');
});

test('a discarded draft is listed in the bin, and restored from it with its picture', async () => {
  const file = await create('Thrown away');
  const picture = await addPicture(
    file,
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h7v7z"/></svg>'),
  );
  const changes = await write(file, news('Thrown away', `![Pit](${picture})`));

  const discarded = await discard(changes, file);
  const bin = await desk.text('/staff/content/bin', 'editor');
  const [, batch = ''] = new RegExp(`${file}[^]*?name="batch" value="([^"]+)"`).exec(bin) ?? [];
  const restored = await desk.act('editor', '/staff/content/bin', { batch });
  const page = await desk.text(restored.headers.get('location') ?? '', 'editor');
  const again = await desk.act('editor', '/staff/content/bin', { batch });

  expect([discarded.status, restored.status, again.status]).toEqual([303, 303, 400]);
  for (const path of [file, `news/${picture.slice(2)}`]) {
    expect(bin).toContain(path);
    expect(page).toContain(path);
  }
  expect(await desk.text('/staff/content/bin', 'editor')).not.toContain(file);
});
