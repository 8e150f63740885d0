import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '#test/content-repository.ts';
import { openTerm } from '#test/http/forms-site.ts';
import { describeAnswers, startPeople, type Saved } from '#test/people-at-work.ts';
import { startThreeMachines, type Instance, type ThreeMachines } from '#test/three-machines.ts';

/** How long each instance is without its network, in seconds. `npm run soak` takes a minute. */
const outage = Number(process.env['NETWORK_OUTAGE_SECONDS'] ?? 15);
/** Milliseconds in which all instances have to serve the same publication after that. */
const sameWithin = 60_000;
/** A lease of an email that a lost instance held ends after five minutes. */
const mailWithin = 420_000;
const seats = 40;
const courseFile = 'courses/soil-science.mdx';
const course = 'SOIL101';
const readPaths = [
  '/',
  '/courses',
  '/courses/soil-science',
  '/courses.md',
  '/api/search?q=soil',
  '/register',
];

test(
  'three instances that lose their network in turn lose no accepted request, send no email twice and then serve the same',
  { timeout: 3 * (outage * 1_000 + 2 * sameWithin) + mailWithin + 240_000 },
  async () => {
    const site = await startThreeMachines((content) => {
      const text = git(content.origin, 'show', `main:${courseFile}`);
      content.push({ [courseFile]: text.replaceAll(/seats: \d+/g, `seats: ${seats}`) });
    });
    onTestFinished(() => site.stop());
    const people = startPeople({ ...site, readPaths, course });
    const figures: Record<string, unknown>[] = [];

    for (const instance of site.instances) {
      await wait(5_000);
      figures.push(await loseNetwork(site, instance));
    }
    await people.stop();
    const mailSeconds = await untilMailIsSent(site);
    const { confirmed } = people;
    await untilApprovedIsCommitted(site, confirmed.approved);
    const sameSeconds = await untilSame(site);

    report({ figures, mailSeconds, sameSeconds, received: site.smtp.received.length, ...people });
    await expectRegistrations(site, confirmed.registrations);
    await expectMails(site);
    await expectSaved(site, confirmed.saved);
  },
);

/** Cuts an instance off, and measures how it and the others behave. */
async function loseNetwork(site: ThreeMachines, { machine, origin }: Instance) {
  machine.cut();
  await wait(outage * 1_000);
  const whileLost = statusOn(machine.before, `${origin}/ready`);
  const connections = await countConnections(site, machine.address);
  machine.restore();
  const back = performance.now();
  const { published, seconds } = await untilPublished(site);
  await expect.poll(() => statusOf(`${origin}/ready`), { timeout: sameWithin }).toBe(200);
  expect(whileLost).toBe('503');
  expect(performance.now() - back).toBeLessThan(sameWithin);
  return { address: machine.address, published, seconds, connections };
}

/** The status that a machine gets from itself. */
function statusOn(before: readonly string[], url: string): string {
  const [program = '', ...args] = before;
  const script = `fetch('${url}').then(({ status }) => console.log(status))`;
  return execFileSync(program, [...args, process.execPath, '-e', script], { encoding: 'utf8' }).trim();
}

async function countConnections(site: ThreeMachines, address: string): Promise<unknown> {
  const [row] = await site.query(
    `select count(*)::int as count from pg_stat_activity where client_addr = '${address}'`,
  );
  return row?.['count'];
}

async function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

/** Waits until each instance serves all that the repository has now. */
async function untilPublished(site: ThreeMachines): Promise<{ published: number; seconds: number[] }> {
  const began = performance.now();
  const paths = reportsIn(site).map((name) => `/news/${name}`);
  const seconds = site.instances.map(async ({ origin }) => {
    for (const path of paths)
      await expect
        .poll(() => statusOf(origin + path), { timeout: sameWithin, interval: 250, message: origin + path })
        .toBe(200);
    return Math.round((performance.now() - began) / 100) / 10;
  });
  return { published: paths.length, seconds: await Promise.all(seconds) };
}

function reportsIn({ repository }: ThreeMachines): string[] {
  const files = git(repository.origin, 'ls-tree', '--name-only', 'main', 'news/').split('\n');
  return files.map((file) => basename(file, '.mdx')).filter((name) => name.startsWith('report-'));
}

/** @returns seconds until no email waits */
async function untilMailIsSent(site: ThreeMachines): Promise<number> {
  const began = performance.now();
  const waiting = async () =>
    (await site.query(`select kind, last_error from outbox where status = 'queued'`)).length;
  await expect.poll(waiting, { timeout: mailWithin, interval: 500 }).toBe(0);
  return Math.round((performance.now() - began) / 1_000);
}

async function untilApprovedIsCommitted(site: ThreeMachines, approved: readonly Saved[]): Promise<void> {
  const missing = () =>
    approved.map(({ file }) => basename(file, '.mdx')).filter((name) => !reportsIn(site).includes(name));
  await expect.poll(missing, { timeout: sameWithin, interval: 500 }).toEqual([]);
}

/** Waits until all instances serve the same bytes. @returns seconds */
async function untilSame({ instances }: ThreeMachines): Promise<number> {
  const began = performance.now();
  const sitemap = await (await fetch(`${instances[0]!.origin}/sitemap-0.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>http:\/\/[^/]+([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path || '/',
  );
  const tagOf = async (url: string) => (await fetch(url, { method: 'HEAD' })).headers.get('etag');
  const different = async () => {
    const rows = await Promise.all(
      [...paths, '/llms-full.txt'].map(async (path) => {
        const tags = await Promise.all(instances.map(({ origin }) => tagOf(origin + path)));
        return { path, isSame: tags[0] !== null && new Set(tags).size === 1 };
      }),
    );
    return rows.filter(({ isSame }) => !isSame).map(({ path }) => path);
  };
  expect(paths.length).toBeGreaterThan(20);
  await expect.poll(different, { timeout: sameWithin, interval: 1_000 }).toEqual([]);
  return Math.round((performance.now() - began) / 1_000);
}

async function expectRegistrations(
  site: ThreeMachines,
  accepted: ReadonlyMap<string, string>,
): Promise<void> {
  const stored = await site.query('select student_number, reference from registrations');
  const references = new Map(stored.map((row) => [row['student_number'], row['reference']]));
  expect(references.size, 'each student once').toBe(stored.length);
  expect([...accepted].filter(([student, reference]) => references.get(student) !== reference)).toEqual([]);
  const [taken] = await site.query(`
    select count(*)::int as seats, count(distinct registration_id)::int as registrations from registration_courses
    where course = '${course}' and term = '${openTerm.id}' and active = 1 and waiting = 0`);
  expect(stored.length).toBeGreaterThan(seats);
  expect(taken).toEqual({ seats, registrations: seats });
}

async function expectMails(site: ThreeMachines): Promise<void> {
  const twice = await site.query(
    'select about, kind from outbox group by about, kind, mailbox_key having count(*) > 1',
  );
  const ids = site.smtp.received.map(({ messageId }) => messageId);
  expect(twice).toEqual([]);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const [sent] = await site.query('select count(*)::int as count from outbox');
  expect(new Set(ids).size).toBe(sent?.['count']);
}

async function expectSaved(site: ThreeMachines, saved: readonly Saved[]): Promise<void> {
  const drafts = await site.query('select path, text from drafts');
  const committed = new Set(reportsIn(site));
  const lost = saved.filter(
    ({ file, line }) =>
      !drafts.some(({ path, text }) => path === file && String(text).includes(line)) &&
      !(
        committed.has(basename(file, '.mdx')) &&
        git(site.repository.origin, 'show', `main:${file}`).includes(line)
      ),
  );
  expect(lost).toEqual([]);
}

type Figures = Pick<ReturnType<typeof startPeople>, 'confirmed' | 'answers' | 'failedSteps'> & {
  figures: object[];
  mailSeconds: number;
  sameSeconds: number;
  received: number;
};

function report({ confirmed, answers, failedSteps, ...more }: Figures): void {
  console.log(
    [
      ...more.figures.map((figure) => JSON.stringify(figure)),
      ...Object.entries(answers).map(([kind, each]) => `${kind}: ${describeAnswers(each)}`),
      `${confirmed.registrations.size} registrations, ${confirmed.links.size} confirmed, ${more.received} emails`,
      `${confirmed.saved.length} news items saved, ${confirmed.approved.length} approved; failed steps: ${JSON.stringify(failedSteps)}`,
      `all emails sent after ${more.mailSeconds} s, the same pages after ${more.sameSeconds} s`,
    ].join('\n'),
  );
}
