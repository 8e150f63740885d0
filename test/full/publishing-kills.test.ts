import { createHash, randomInt } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { openPublished } from '#lib/delivery/published.ts';
import { hasBrowserIndex } from '#lib/publishing/search/browser-index.ts';
import { openPublicationRequests } from '#lib/publishing/activation/publication-requests.ts';
import { copyBuild, type CopiedBuild } from '#test/copied-build.ts';
import { processOf, serveProcess, type ServedSite } from '#test/served-site.ts';

const rounds = Number(process.env['PUBLISH_KILL_ROUNDS'] ?? 4);
const edited = ['courses/soil-science.mdx', 'pages/about.mdx'];
const addresses = ['/courses/soil-science', '/about'];
let build: CopiedBuild;
let site: ServedSite;

afterEach(async () => {
  await site.stop();
  build.remove();
});

test(
  'a publisher or server killed at any moment leaves the old or the new state, and the publication is completed',
  { timeout: 180_000 + rounds * 20_000 },
  async () => {
    build = copyBuild();
    site = await serve();
    const requests = openPublicationRequests(build.dist);
    for (const file of edited) build.edit(file, (text) => `${text}\nThis is version 0.\n`);
    await outcomeOf(requests, requests.ask());

    for (let round = 1; round <= rounds; round += 1) {
      for (const file of edited) {
        build.edit(file, (text) => text.replace(/This is version \d+\./, `This is version ${round}.`));
      }
      const page = join(build.contentDir, 'handbook/kill-round.mdx');
      if (round % 2 === 1)
        writeFileSync(page, '---\ntitle: A page of odd rounds\nsummary: It comes and goes.\n---\n\nText.\n');
      else rmSync(page);
      const id = requests.ask();
      await wait(randomInt(0, 2500));
      if (round % 3 === 0) {
        processOf(site).kill('SIGKILL');
        await site.ended;
        expectWhole(round);
        site = await serve();
      } else {
        killPublisher();
        expectWhole(round);
      }

      expect(await outcomeOf(requests, id)).toMatchObject({ refusedFiles: 0 });
      expectWhole(round);
      expect(build.manifest().isComplete).toBe(true);
      for (const path of addresses) await untilServed(path, `This is version ${round}.`);
      const added = await fetch(`${site.origin}/handbook/kill-round`);
      expect(added.status).toBe(round % 2 === 1 ? 200 : 404);
    }
    requests.close();
    // Also if the kill ended the process that builds the index.
    await vi.waitFor(() => expect(hasBrowserIndex(build.manifest())).toBe(true), {
      timeout: 120_000,
      interval: 500,
    });
  },
);

function serve(): Promise<ServedSite> {
  return serveProcess(build.dist, { PUBLISHER: 'on', DATA_DIR: join(build.dist, '../data') });
}

function killPublisher(): void {
  const { pid } = processOf(site);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const child of children) if (child !== '') process.kill(Number(child), 'SIGKILL');
}

/** Checks that every body is complete, and that both edited pages have the version of this round or of the last one. */
function expectWhole(round: number): void {
  openPublished(build.dist);
  const { pages } = build.manifest();
  for (const { html } of pages) {
    const hash = createHash('sha256').update(readFileSync(join(build.dist, html.file)));
    expect(html.etag).toContain(hash.digest('base64url').slice(0, 22));
  }
  const versions = addresses.map((path) => /This is version (\d+)\./.exec(build.text(path) ?? '')?.[1]);
  expect(versions[0]).toBe(versions[1]);
  expect([round - 1, round].map(String)).toContain(versions[0]);
}

async function outcomeOf(requests: ReturnType<typeof openPublicationRequests>, id: number) {
  for (;;) {
    const outcome = requests.outcomeOf(id);
    if (outcome) return outcome;
    await wait(50);
  }
}

async function untilServed(path: string, text: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await (await fetch(site.origin + path)).text()).includes(text)) return;
    await wait(50);
  }
  throw new Error(`${path} was not served with "${text}"`);
}
