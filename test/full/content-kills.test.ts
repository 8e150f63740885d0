import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processOf } from '#test/served-site.ts';
import { childrenOf, expectBuildable, expectSoundHistory, startEditor } from '#test/content-commits.ts';
import { git } from '#test/content-repository.ts';
import { serveRepository } from '#test/repository-site.ts';

const rounds = Number(process.env['CONTENT_KILL_ROUNDS'] ?? 3);
const files = ['courses/soil-science.mdx', 'pages/about.mdx'];
const addresses = ['/courses/soil-science', '/about'];
/** A round may wait a minute for the lock of a killed git. */
const roundTime = 100_000;

test(
  'servers and publishers killed during commits leave no partial commit, and every accepted line goes live',
  { timeout: 120_000 + rounds * roundTime },
  async () => {
    const served = await serveRepository({}, { asProcess: true });
    onTestFinished(() => served.remove());
    const { origin } = served.pushed;
    const options = { repository: origin, dataDir: served.folder.dataDir, buildDir: served.folder.distDir };
    const accepted: string[] = [];

    for (let round = 1; round <= rounds; round += 1) {
      // The server and the editor's process share a clone, like two instances on one machine.
      const editor = startEditor({ ...options, name: `round-${round}`, files, isAll: true });
      await vi.waitFor(() => expect(editor.accepted.length).toBeGreaterThan(0), {
        timeout: roundTime - 20_000,
        interval: 20,
      });
      await wait(randomInt(500));
      for (const child of childrenOf(processOf(served.site).pid)) process.kill(child, 'SIGKILL');
      await wait(randomInt(200));
      await editor.kill();
      if (round % 2 === 0) {
        processOf(served.site).kill('SIGKILL');
        await served.site.ended;
        await served.start();
      }
      accepted.push(...editor.accepted);
      expectWholeCommits(origin);
    }

    const commits = expectSoundHistory(origin);
    const [course = '', page = ''] = files.map((file) => git(origin, 'show', `main:${file}`));
    expect(accepted.filter((line) => !course.includes(line) || !page.includes(line))).toEqual([]);
    await expectBuildable(origin, commits.slice(-20));
    await served.callHook();
    const last = git(origin, 'log', '-1', '--format=%s', 'main');
    for (const address of addresses) {
      await vi.waitFor(async () => expect((await served.text(address)).includes(last)).toBe(true), {
        // The lock of a killed git is removed after a minute, and the next fetch may be another minute later.
        timeout: 180_000,
        interval: 100,
      });
    }
  },
);

/** Checks that each commit adds its line to both files. */
function expectWholeCommits(origin: string): void {
  const changed = git(origin, 'log', '--format=#%s', '--name-only', 'main').split('#').slice(1, -1);
  for (const each of changed) {
    const [, ...names] = each.trim().split('\n').filter(Boolean);
    expect(names.toSorted(), each).toEqual(files.toSorted());
  }
}
