import { appendFileSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createDraftRenderer } from '#app/desk/draft-renderer.ts';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { openPublicationRequests } from '#lib/publishing/activation/publication-requests.ts';
import { createPublicationFolder } from '#test/publications.ts';
import { processOf, serveProcess, type ServedSite } from '#test/served-site.ts';
import { pageFile, writeContent } from './handbook-pages.ts';
import { sized } from './sized.ts';
import { median } from './statistics.ts';

/**
 * Measures how soon one edit is live in a running server under load, with 100, 1,000 and 5,000 pages. Times run from
 * the request to publish until the page itself, every page and the sitemap, and the search have the edit. Then measures
 * how long a draft takes, the memory of both processes, and the same edit in other generators. Usage: node
 * bench/publish.ts [pages ...]
 */
const root = '.cache/bench/publish';
const rounds = sized(5, 1);
const requestsPerSecond = 100;
const edited = pageFile(0);
const address = `/${edited.replace('.md', '')}`;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const rows: Record<string, string>[] = [];
for (const pages of sizesOf(process.argv)) rows.push(await measure(pages));
console.log('\nMedians of edits in seconds; load: 100 requests a second to pages of the site');
console.table(rows);
agent.destroy();

function sizesOf([, , ...sizes]: readonly string[]): number[] {
  return sizes.length > 0 ? sizes.map(Number) : sized([100, 1000, 5000], [10]);
}

async function measure(pages: number): Promise<Record<string, string>> {
  const contentDir = resolve(root, `content-${pages}`);
  const folder = createPublicationFolder();
  const { distDir: dist, dataDir } = folder;
  writeContent(contentDir, pages);
  folder.publish({ ...folder.original, contentDir });
  const first = await publishFirst(dist);
  const site = await serveProcess(dist, { PUBLISHER: 'on', DATA_DIR: dataDir, LOG_REQUESTS: '0' });
  try {
    const times = await measureEdits(site, { dist, contentDir });
    const memory = await readMemory(site);
    return {
      pages: String(pages),
      'first publication s': first.toFixed(1),
      ...times,
      'draft ms': await measureDrafts(dist),
      ...memory,
      'machine load': loadavg()[0]?.toFixed(1) ?? '',
    };
  } finally {
    await site.stop();
    folder.remove();
  }
}

type Built = { dist: string; contentDir: string };

async function measureEdits(site: ServedSite, { dist, contentDir }: Built): Promise<Record<string, string>> {
  const requests = openPublicationRequests(realpathSync(dist));
  const publish = async () => {
    const id = requests.ask();
    while (!requests.outcomeOf(id)) await wait(20);
    const outcome = requests.outcomeOf(id);
    if (outcome?.failure ?? outcome?.refused) throw new Error(outcome.failure ?? outcome.refused);
  };
  // The publisher prepares the search before the first publication is measured.
  await publish();
  const paths = readManifest(dist)
    .pages.filter(({ status }) => status === 200)
    .map(({ path }) => path);
  const load = startLoad(site.origin, paths);
  const seen: number[] = [];
  const everywhere: number[] = [];
  const searched: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const mark = `zyx${round}q${pagesMark(paths)}`;
    edit(join(contentDir, edited), mark, round);
    const began = performance.now();
    const since = () => (performance.now() - began) / 1000;
    const published = publish();
    seen.push(await until(since, async () => (await get(site.origin + address)).includes(mark)));
    everywhere.push(
      await until(since, async () =>
        (await get(`${site.origin}/sitemap-0.xml`)).includes(`2026-10-0${round}`),
      ),
    );
    searched.push(
      await until(since, async () => (await get(`${site.origin}/api/search?q=${mark}`)).includes(address)),
    );
    await published;
  }
  const { sent, failed } = await load.stop();
  requests.close();
  return {
    'seen s': median(seen).toFixed(2),
    'every page s': median(everywhere).toFixed(2),
    'search s': median(searched).toFixed(2),
    requests: String(sent),
    failed: String(failed),
  };
}

/** Returns a mark that differs between sizes, so that no search finds a word of an earlier run. */
function pagesMark(paths: readonly string[]): string {
  return [...String(paths.length)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
}

function edit(file: string, mark: string, round: number): void {
  const before = readFileSync(file, 'utf8').replace(/\nupdated: .*/, '');
  writeFileSync(file, before.replace(/^---\n/, `---\nupdated: 2026-10-0${round}\n`));
  appendFileSync(file, `\nA sentence with ${mark}.\n`);
}

async function until(since: () => number, isTrue: () => Promise<boolean>): Promise<number> {
  while (!(await isTrue())) {
    if (since() > 120) throw new Error('an edit was not live after two minutes');
    await wait(10);
  }
  return since();
}

function get(url: string): Promise<string> {
  return new Promise((done, fail) => {
    request(url, { agent }, (response) => void readText(response).then(done, fail))
      .on('error', fail)
      .end();
  });
}

/** Requests pages at a steady rate. Counts every status other than 200 and every broken connection as failed. */
function startLoad(origin: string, paths: readonly string[]) {
  let sent = 0;
  let failed = 0;
  const open = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const path = paths[(sent * 7919) % paths.length] ?? '/';
    sent += 1;
    const done = new Promise<void>((finish) => {
      const fail = () => {
        failed += 1;
        finish();
      };
      request(origin + path, { agent }, (response) => {
        if (response.statusCode !== 200) failed += 1;
        response.resume().on('end', finish).on('error', fail);
      })
        .on('error', fail)
        .end();
    });
    open.add(done);
    void done.then(() => open.delete(done));
  }, 1000 / requestsPerSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      return { sent, failed };
    },
  };
}

async function measureDrafts(dist: string): Promise<string> {
  const publisher = await openSitePublisher(dist);
  const renderDraft = createDraftRenderer(publisher.drafting);
  const source = (await publisher.readSource(edited)) ?? '';
  const times: number[] = [];
  for (let round = 0; round < sized(25, 6); round++) {
    const began = performance.now();
    await renderDraft({ file: edited, overlay: { [edited]: `${source}\nDraft ${round}.\n` } });
    if (round >= 5) times.push(performance.now() - began);
  }
  return median(times).toFixed(0);
}

/** Reads the resident memory in MiB of the server and of its publisher from /proc. */
async function readMemory(site: ServedSite): Promise<Record<string, string>> {
  const server = processOf(site).pid;
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ');
  const mebibytes = (pid: number | string) =>
    String(
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
    );
  return { 'server MiB': mebibytes(server), 'publisher MiB': children[0] ? mebibytes(children[0]) : '' };
}

/** @returns the seconds of the publication in which all pages are new */
async function publishFirst(dist: string): Promise<number> {
  const began = performance.now();
  await (await openSitePublisher(dist)).publishFolder();
  return (performance.now() - began) / 1000;
}
