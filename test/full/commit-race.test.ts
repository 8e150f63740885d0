import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { git } from '#test/content-repository.ts';
import { openTestRepository } from '#test/editing-repository.ts';

const execute = promisify(execFile);
const writers = 3;
const commitsEach = 4;

// Starts processes, because locks between processes are the subject.
test('loses no commit when several processes and a pusher commit at once', { timeout: 120_000 }, async () => {
  const { pushed, repository } = await openTestRepository();
  const processes = Array.from({ length: writers }, (_, at) =>
    // Two of them share a clone.
    runWriter(pushed, { name: `writer-${at}`, clone: at < 2 ? 'clone.git' : 'other.git' }),
  );
  for (let at = 0; at < commitsEach; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    pushRetrying(() => pushed.push({ [`news/pushed-${at}.mdx`]: `${at}\n` }));
  }
  await Promise.all(processes);
  await repository.fetch();

  const paths = (await repository.list()).map(({ path }) => path);
  const expected = Array.from({ length: commitsEach }, (_, at) => [
    `news/pushed-${at}.mdx`,
    ...Array.from({ length: writers }, (__, writer) => `courses/writer-${writer}-${at}.mdx`),
  ]).flat();
  expect(paths).toEqual(expect.arrayContaining(expected));
  expect(pushed.log()).toHaveLength(1 + expected.length);
  expect(git(pushed.origin, 'rev-list', '--merges', 'main')).toBe('');
  expect(git(pushed.origin, 'fsck', '--strict', '--no-dangling')).toBe('');
});

function pushRetrying(push: () => unknown, attempts = 20): void {
  try {
    push();
  } catch (error) {
    if (attempts === 1) throw error;
    pushRetrying(push, attempts - 1);
  }
}

async function runWriter(
  { folder, origin }: { folder: string; origin: string },
  { name, clone }: { name: string; clone: string },
): Promise<void> {
  const options = { folder: join(folder, clone), origin, branch: 'main', root: '' };
  const code = `
    import { openContentRepository } from '#lib/repository/open-repository.ts';
    const repository = await openContentRepository({ ...${JSON.stringify(options)}, environment: process.env });
    for (let at = 0; at < ${commitsEach}; at += 1) {
      const path = \`courses/${name}-\${at}.mdx\`;
      await repository.commit([{ path, basedOn: null, content: path }], {
        author: { name: '${name}', email: '${name}@example.org' }, message: path });
    }`;
  await execute(process.execPath, ['--input-type=module-typescript', '--eval', code], { cwd: process.cwd() });
}
