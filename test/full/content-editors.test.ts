import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { expectBuildable, expectSoundHistory, startEditor } from '#test/content-commits.ts';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { git, makeContentRepository, type TestRepository } from '#test/content-repository.ts';

const seconds = Number(process.env['CONTENT_EDITORS_SECONDS'] ?? 20);
const files = Array.from({ length: 6 }, (_, at) => `handbook/page-${at}.mdx`);
/** Checking a commit can take a second. */
const checkedCommits = 2 * seconds;

test(
  'two editors and a developer who push at random lose no line, and every commit of their linear history can be built',
  { timeout: 120_000 + seconds * 3_000 },
  async () => {
    const folder = makeContentFolder(
      Object.fromEntries(
        files.map((file, at) => [file, handbookPage(`Page ${at}.`).replace('leave', String(at))]),
      ),
    );
    const pushed = makeContentRepository({ from: folder });
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
      pushed.remove();
    });
    const { origin } = pushed;
    const editors = ['ann', 'bo'].map((name) =>
      startEditor({
        name,
        files,
        isAll: false,
        repository: origin,
        // Like two machines: each editor has a separate clone.
        dataDir: join(pushed.folder, name),
        buildDir: join(pushed.folder, 'build'),
      }),
    );

    // A busy machine may need longer than the given time until each of the three has pushed.
    const lines = await pushAtRandom(pushed, () => editors.every(({ accepted }) => accepted.length > 0));
    for (const editor of editors) await editor.kill();

    const text = files.map((file) => git(origin, 'show', `main:${file}`)).join('\n');
    const accepted = [...lines, ...editors.flatMap((editor) => editor.accepted)];
    expect(accepted.filter((line) => text.split(line).length !== 2)).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
    for (const editor of editors) {
      expect(editor.failures).toEqual([]);
      expect(editor.accepted.length).toBeGreaterThan(0);
    }
    const commits = expectSoundHistory(origin);
    const conflicts = editors.reduce((sum, editor) => sum + editor.conflicts, 0);
    console.log(
      `${accepted.length} changes in ${commits.length} commits; ${conflicts} conflicts were reported`,
    );
    const step = Math.ceil(commits.length / checkedCommits);
    await expectBuildable(
      origin,
      commits.filter((_, at) => at % step === 0),
    );
  },
);

/** Commits and pushes like a developer, who fetches first, and tries again if an editor has pushed in the meantime. */
async function pushAtRandom(pushed: TestRepository, haveOthersPushed: () => boolean): Promise<string[]> {
  const lines: string[] = [];
  for (
    const end = Date.now() + seconds * 1000;
    Date.now() < end || lines.length === 0 || !haveOthersPushed();
  ) {
    const file = files[randomInt(files.length)] ?? '';
    const line = `Line ${randomUUID()} of the developer.`;
    pushed.git('fetch', '--quiet', 'origin');
    pushed.git('reset', '--quiet', '--hard', 'origin/main');
    const text = readFileSync(join(pushed.checkout, file), 'utf8');
    pushed.commit({ [file]: `${text}\n${line}\n` }, line);
    try {
      pushed.git('push', '--quiet', 'origin', 'HEAD:main');
      lines.push(line);
    } catch {
      // An editor has pushed in the meantime.
    }
    await wait(randomInt(200));
  }
  return lines;
}
