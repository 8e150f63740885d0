import { expect, test } from 'vitest';
import { openTestRepository } from '#test/editing-repository.ts';
import { pushTreeBomb } from '#test/tree-bomb.ts';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { mergeTexts } from '#lib/editing/merge.ts';
import { replaceLinks } from '#lib/editing/moved-links.ts';
import { findPictureUses } from '#lib/editing/picture-uses.ts';

/** Milliseconds of CPU: the time on a clock depends on other processes. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const brackets = '\u2028[a '.repeat(60_000);
const same = 'same\n\n'.repeat(20_000);

test.each([
  [
    'links of a long line of brackets',
    2_000,
    () => replaceLinks(`${brackets}\n[a](/b)\n`, 'pages/a.mdx', { from: '/b', to: '/c' }),
  ],
  [
    'pictures of a long line of brackets',
    2_000,
    () => findPictureUses('pages/a.mdx', `${brackets}\n\n[a]: ./a.jpg\n\n![A][a]`),
  ],
  [
    'a merge of thousands of equal paragraphs',
    2_000,
    () => mergeTexts({ base: same, mine: `mine\n\n${same}`, theirs: `${same}theirs\n` }),
  ],
  ...[
    `title: a\nb: ${'['.repeat(200_000)}`,
    `title: ${'a'.repeat(33 << 10)}`,
    `title: a\nb: "${'\\q'.repeat(15_000)}"`,
    `title: a\nb: x\n${'"'.repeat(5_000)}`,
    `title: a${'\n'.repeat(5_000)}`,
    `${'%a %b\n'.repeat(1_000)}title: a`,
    `title: 'a\n${'\tb\n'.repeat(1_000)}'`,
  ].map(
    (yaml, at) =>
      [`hostile front matter ${at + 1}`, 500, () => readFrontMatter(`---\n${yaml}\n---\n`)] as const,
  ),
] as const)('%s takes at most %i ms of CPU', async (_what, limit, work) => {
  expect(await cpuOf(work)).toBeLessThan(limit);
});

test('refuses a proposal and a push of two million paths within a second of CPU and 150 MB', async () => {
  const { pushed, repository } = await openTestRepository();
  const head = await repository.head();
  pushTreeBomb(pushed, 'propose/bomb');
  pushTreeBomb(pushed, 'main');
  const memory = process.memoryUsage.rss();

  const cpu = await cpuOf(async () => {
    await expect(repository.fetch()).rejects.toThrow('it has more than 20000 files');
    const { proposals } = await repository.proposals();
    expect(proposals).toMatchObject([{ name: 'bomb', refusal: 'it has more than 50000 files' }]);
  });

  expect(await repository.head()).toBe(head);
  // Takes 90 ms and 15 MB on an idle machine; without bounds, 20 s and more than 1 GB.
  expect(cpu).toBeLessThan(1_000);
  expect((process.memoryUsage.rss() - memory) / (1 << 20)).toBeLessThan(150);
});
