import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serveDesk } from '../http/desk-site.ts';
import { createDeskSteps, news } from '../http/desk-steps.ts';
import { useShared } from '#test/use-shared.ts';

const desk = useShared(() => serveDesk({}, { isSmall: true }));
const { create, decide, publish, submit, write } = createDeskSteps(() => desk);

/** Writes and submits news, and returns the address of the change set. */
async function submitNews(title: string, text: string): Promise<string> {
  const changes = await write(await create(title), news(title, text));
  await submit(changes, `News: ${title}`);
  return changes;
}

const statusOf = async (path: string) => (await desk.get(path)).status;

test(
  'approved changes are published at their time, also after a restart, unless a later push has broken them',
  { timeout: 300_000 },
  async () => {
    const target = await submitNews('The ford', 'A ford.');
    await publish(target);
    const good = await submitNews('Opens later', 'It is open.');
    const broken = await submitNews('About the ford', 'See [the ford](/news/the-ford).');
    // The next whole minute that leaves enough time for the steps before the publication.
    const at = Math.ceil((Date.now() + 45_000) / 60_000) * 60_000;
    const later = { action: 'approve', when: 'later', at: new Date(at).toISOString().slice(0, 16) };

    const past = await decide('reviewer', good, { ...later, at: '2026-01-01T09:00' });
    await decide('reviewer', good, later);
    await decide('reviewer', broken, later);
    desk.repository.pushed.push({ 'news/the-ford.mdx': null });
    await desk.restart();
    await expect.poll(() => statusOf('/news/the-ford'), { timeout: 30_000 }).toBe(404);
    const scheduled = await desk.text(good, 'editor');
    const list = await desk.text('/staff/content?state=scheduled', 'editor');
    const before = [Date.now() < at, await statusOf('/news/opens-later')];
    const commits = desk.repository.pushed.log().length;
    await wait(at - Date.now());
    const live = await desk.waitFor(good, 'Live since', 'editor');
    const stopped = await desk.waitFor(broken, 'These changes could not be published', 'editor');

    expect(past.status).toBe(400);
    expect(await past.text()).toContain('The time of publication has passed.');
    expect(scheduled).toContain('It will be published on');
    expect(list).toContain('Opens later');
    expect(before).toEqual([true, 404]);
    const [, moment = ''] = /Live since <time datetime="([^"]+)"/.exec(live) ?? [];
    expect(Date.parse(moment)).toBeGreaterThanOrEqual(at);
    expect(Date.parse(moment)).toBeLessThan(at + 30_000);
    expect(await desk.repository.text('/news/opens-later')).toContain('It is open.');
    expect(stopped).toContain('the link /news/the-ford leads to no page');
    expect(stopped).toContain('In review');
    expect(await statusOf('/news/about-the-ford')).toBe(404);
    expect(desk.repository.pushed.log()).toHaveLength(commits + 1);
    expect(desk.repository.pushed.log()[0]).toContain('News: Opens later');
  },
);
