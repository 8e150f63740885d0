import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { serveDesk } from '#test/http/desk-site.ts';
import { createDeskSteps, news } from '#test/http/desk-steps.ts';
import { useShared } from '#test/use-shared.ts';

const desk = useShared(() => serveDesk({ PUBLISHER: 'off' }, { isSmall: true }));
const { addPicture, changesOf, create, decide, submit, write } = createDeskSteps(() => desk);

// Publishes nothing, like a server whose publisher is busy.
const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: '#468' } });

/** Submits and approves changes, and waits until they are committed and the desk has recorded that. */
async function commit(changes: string, sentence: string): Promise<void> {
  await submit(changes, sentence);
  const approved = await decide('reviewer', changes, { action: 'approve' });
  expect(approved.status, await approved.text()).toBe(303);
  await vi.waitFor(() => expect(desk.repository.pushed.log()[0]).toContain(sentence), { timeout: 30_000 });
  await desk.waitFor(changes, 'The site is being updated', 'reviewer');
}

test('a picture that is committed but not yet published can be used in drafts', async () => {
  const file = await create('Pit of the day');
  const picture = await addPicture(file, await photo.jpeg().toBuffer());
  const text = (more: string) => news('Pit of the day', `![A pit](${picture})${more}`);
  await write(file, text(''));
  await commit(await changesOf(file), 'A pit');

  const changes = await write(file, text('\n\nIt is deep.'));

  // Drafts include a commit only after its export, shortly after the push. Nothing else changes this page.
  await vi.waitFor(
    async () => expect(await desk.text(changes, 'reviewer')).not.toContain('there is no image'),
    { timeout: 30_000 },
  );
  await commit(changes, 'A deep pit');
});

test('a picture that was just pushed can be used in drafts', async () => {
  const file = await create('Pit of a pusher');
  desk.repository.pushed.push({ 'news/pushed-pit.png': await photo.png().toBuffer() });

  await write(file, news('Pit of a pusher', '![A pit](./pushed-pit.png)'));

  await commit(await changesOf(file), 'A pushed pit');
});

test('drafts can link to a page that is committed but not yet published', async () => {
  const target = await create('Weir of the day');
  await write(target, news('Weir of the day', '## Its height'));
  await commit(await changesOf(target), 'A weir');
  const file = await create('Walk to the weir');

  await write(file, news('Walk to the weir', 'See [its height](/news/weir-of-the-day#its-height).'));

  await commit(await changesOf(file), 'A walk');
});

test('drafts use the last good state of a pushed file with an error', async () => {
  const file = 'courses/soil-science.mdx';
  const text = desk.repository.pushed.git('show', `HEAD:${file}`);
  desk.repository.pushed.push({ [file]: text.replace(/^title: .*$/m, 'title:') });
  const other = await create('Soil again');

  await write(other, news('Soil again', 'See [Soil Science](/courses/soil-science).'));

  await commit(await changesOf(other), 'Soil again');
});
