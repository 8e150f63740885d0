import { expect, test, vi } from 'vitest';
import { serveDesk } from '#test/http/desk-site.ts';
import { createDeskSteps, encode } from '#test/http/desk-steps.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 200_000 });

const desk = useShared(() => serveDesk());

const { changesOf, discard, stateOf, write } = createDeskSteps(() => desk);
const remove = (file: string, fields: Record<string, string> = { readers: 'none' }) =>
  desk.act('editor', `/staff/content/delete?file=${encode(file)}`, fields);
const rename = (file: string, name: string) =>
  desk.act('editor', `/staff/content/rename?file=${encode(file)}`, { name });
const copy = (file: string) =>
  desk.act('editor', '/staff/content/new', { kind: 'news', title: 'A copy', copyOf: file });

/** The status of a response, and the problem that its page shows. */
async function refusalOf(response: Response) {
  const [, problem = ''] = /<p class="problem" role="alert">([^]*?)<\/p>/.exec(await response.text()) ?? [];
  return { status: response.status, problem: problem.replaceAll(/(?:<[^>]*>|\s)+/g, ' ').trim() };
}

test('an entry with a draft of its deletion cannot be renamed, copied or chosen as the target of a redirect', async () => {
  const file = 'news/library-evenings.mdx';
  expect((await remove(file)).status).toBe(303);

  const refusals = [
    await refusalOf(await rename(file, 'another-name')),
    await refusalOf(await copy(file)),
    await refusalOf(await remove(file)),
    await refusalOf(await remove('news/nine-new-courses.mdx', { readers: 'target', target: file })),
  ];
  await discard(await changesOf(file), file);
  const renamed = await rename(file, 'another-name');

  for (const { status, problem } of refusals) {
    expect(status).toBe(400);
    expect(problem).toContain('will be deleted');
    expect(problem).toContain('Discard');
  }
  expect(renamed.status).toBe(303);
});

test('an entry with unreadable front matter cannot be renamed, copied or chosen as the target of a redirect', async () => {
  const file = 'news/ten-years-of-trees.md';
  const changes = await write(file, 'A text without front matter.\n');

  const refusals = [
    await refusalOf(await rename(file, 'trees')),
    await refusalOf(await copy(file)),
    await refusalOf(await remove('news/nine-new-courses.mdx', { readers: 'target', target: file })),
  ];
  await discard(changes, file);
  const unchanged = await stateOf('news/nine-new-courses.mdx');

  for (const { status, problem } of refusals) {
    expect(status).toBe(400);
    expect(problem).toContain(`The details at the top of ${file} can’t be read.`);
  }
  expect(unchanged.changeSet).toBeNull();
});

test('settings cannot be copied or chosen as the target of a redirect, and can be restored to an earlier version', async () => {
  const settings = 'settings/notice.yaml';
  const restore = (fields: Record<string, string>) =>
    desk.act('editor', `/staff/content/history?file=${encode(settings)}`, fields);

  const refusals = [
    await refusalOf(await copy(settings)),
    await refusalOf(await remove('news/nine-new-courses.mdx', { readers: 'target', target: settings })),
    await refusalOf(await restore({ action: 'unpublish' })),
    await refusalOf(await restore({ action: 'publish-again' })),
  ];
  const commit = desk.repository.pushed.git('rev-parse', 'origin/main');
  const same = await refusalOf(await restore({ action: 'restore', path: settings, commit }));

  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(same).toEqual({
    status: 400,
    problem: 'The entry already has this text. Open the entry to change it.',
  });
});
