import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPublicationFolder, type PublicationFolder } from '#test/publications.ts';
import { processOf, serveProcess, type ServedSite } from '#test/served-site.ts';
import { publishContent } from '#app/publisher/publish-current-content.ts';

const course = '/courses/soil-science';
let folder: PublicationFolder;
let contentDir: string;
let site: ServedSite;

beforeEach(async () => {
  folder = createPublicationFolder();
  contentDir = join(folder.distDir, '../content');
  cpSync('src/content', contentDir, { recursive: true });
  folder.publish({ ...folder.original, contentDir });
  site = await serveProcess(folder.distDir, { DATA_DIR: folder.dataDir, PUBLISHER: 'on' });
});

afterEach(async () => {
  await site.stop();
  folder.remove();
});

/** Edits a course and publishes it. */
async function publish(sentence: string) {
  appendFileSync(join(contentDir, 'courses/soil-science.mdx'), `\n${sentence}\n`);
  return publishContent(folder.distDir);
}

const isServed = async (sentence: string, { origin } = site) =>
  (await (await fetch(origin + course)).text()).includes(sentence);

const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 180_000, interval: 50 });

/** Returns the process id of a server's publisher. */
function publisherOf(server: number): number | undefined {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  const found = new RegExp(String.raw`^ *(\d+) +${server} +[^Z]\S* .*publisher\.ts`, 'm').exec(processes);
  return found ? Number(found[1]) : undefined;
}

function isAlive(pid: number): boolean {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' });
  return new RegExp(String.raw`^ *${pid} +[^Z]`, 'm').test(processes);
}

test('a separate process publishes edits, and a new one replaces it after it was killed', async () => {
  const server = processOf(site).pid;
  const first = await publish('The first sentence.');
  await eventually(async () => expect(await isServed('The first sentence.')).toBe(true));

  process.kill(publisherOf(server)!, 'SIGKILL');
  const second = await publish('The second sentence.');
  await eventually(async () => expect(await isServed('The second sentence.')).toBe(true));
  await eventually(() => expect(publisherOf(server)).toBeDefined());
  const third = await publish('The third sentence.');
  await eventually(async () => expect(await isServed('The third sentence.')).toBe(true));

  for (const { changed, failure, refused } of [first, second, third]) {
    expect({ failure, refused }).toEqual({ failure: undefined, refused: '' });
    expect(changed).toBeGreaterThan(0);
  }
  const troubles = site.troubles();
  expect(troubles).toMatchObject([{ name: 'publisher', level: 'warn' }]);
  expect(troubles[0]?.msg).toContain('ended with SIGKILL; restarting in 1 s');
}, 400_000);

test('the publisher exits when its server is killed', async () => {
  await eventually(() => expect(existsSync(join(folder.distDir, 'publisher'))).toBe(true));
  const publisher = publisherOf(processOf(site).pid)!;
  expect(isAlive(publisher)).toBe(true);

  processOf(site).kill('SIGKILL');

  await eventually(() => expect(isAlive(publisher)).toBe(false));
});

test('two instances share one publisher, and the second takes over when the first server is killed', async () => {
  await eventually(() => expect(existsSync(join(folder.distDir, 'publisher'))).toBe(true));
  const other = await serveProcess(folder.distDir, { DATA_DIR: `${folder.dataDir}-2`, PUBLISHER: 'on' });
  onTestFinished(async () => {
    await other.stop();
  });

  await publish('Published for both.');
  for (const instance of [site, other]) {
    await eventually(async () => expect(await isServed('Published for both.', instance)).toBe(true));
  }
  processOf(site).kill('SIGKILL');
  const outcome = await publish('Published after one was killed.');

  expect(outcome.failure).toBeUndefined();
  await eventually(async () => expect(await isServed('Published after one was killed.', other)).toBe(true));
  expect(other.troubles()).toEqual([]);
}, 400_000);
