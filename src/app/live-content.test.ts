import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeContentRepository } from '#test/content-repository.ts';
import { collectLog } from '#test/collected-log.ts';
import { exportedCommit } from '#lib/repository/export-content.ts';
import { exportedContent } from './content-settings.ts';
import { openLiveContent } from './live-content.ts';

afterEach(() => vi.useRealTimers());

const turn = () => new Promise(setImmediate);

test('after a fetch that failed, the next one follows in 15 seconds, with what others have pushed', async () => {
  const pushed = makeContentRepository();
  onTestFinished(() => pushed.remove());
  pushed.push({ 'news/open-day.mdx': 'Open day\n' });
  const { log, lines } = collectLog();
  const config = {
    CONTENT_REPO: pushed.origin,
    CONTENT_BRANCH: 'main',
    CONTENT_PATH: '',
    DATA_DIR: join(pushed.folder, 'data'),
  };
  const buildDir = join(pushed.folder, 'build');
  const content = await openLiveContent({ config, environment: process.env, buildDir, log });
  await content!.repository.head();
  const away = `${pushed.origin}-away`;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const following = content!.follow();
  // The export follows the first fetch, which must not end after the second.
  while (!(await exportedCommit(exportedContent(config.DATA_DIR)))) await turn();

  renameSync(pushed.origin, away);
  vi.advanceTimersByTime(15_000);
  while (!lines.some(({ msg }) => msg.includes('are not published yet'))) await turn();
  renameSync(away, pushed.origin);
  const commit = pushed.push({ 'news/open-day.mdx': 'Open days\n' });
  while (vi.getTimerCount() === 0) await turn();
  vi.advanceTimersByTime(15_000);
  while (!content!.isReachable()) await turn();

  expect(await content!.repository.head()).toBe(commit);
  vi.useRealTimers();
  await following.stop();
});

test.each([
  'fatal: unable to write loose object file: No space left on device',
  "fatal: sha1 file '<stdout>' write error. Out of diskspace",
])('a full disk is named as such, and not as a repository that cannot be reached: %s', async (reason) => {
  const pushed = makeContentRepository();
  onTestFinished(() => pushed.remove());
  pushed.push({ 'news/open-day.mdx': 'Open day\n' });
  const { log, lines } = collectLog();
  const programs = join(pushed.folder, 'programs');
  const isFull = join(pushed.folder, 'is-full');
  mkdirSync(programs);
  const fetching = `if [ -e ${isFull} ] && echo " $* " | grep -q " fetch "; then echo "${reason}" >&2; exit 128; fi`;
  const path = process.env['PATH'] ?? '';
  writeFileSync(join(programs, 'git'), `#!/bin/sh\n${fetching}\nPATH='${path}' exec git "$@"\n`, {
    mode: 0o755,
  });
  const content = await openLiveContent({
    config: {
      CONTENT_REPO: pushed.origin,
      CONTENT_BRANCH: 'main',
      CONTENT_PATH: '',
      DATA_DIR: join(pushed.folder, 'data'),
    },
    environment: { ...process.env, PATH: `${programs}:${path}` },
    buildDir: join(pushed.folder, 'build'),
    log,
  });
  await content!.update();

  writeFileSync(isFull, '');
  pushed.push({ 'news/open-day.mdx': 'Open days\n' });
  await content!.update();

  expect(lines.map(({ msg }) => msg)).toEqual([
    'new commits in the repository are not published yet: git fetch: the disk is full: free some space',
  ]);
  expect(content!.isReachable()).toBe(true);
});
