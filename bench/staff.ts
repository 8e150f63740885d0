import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistrationList } from '#lib/store/registration-list.ts';
import type { RegistrationFilter } from '#lib/store/registration-search.ts';
import { openStore } from '#lib/store/open.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { sessionCookie, staffSettings } from '#test/staff-session.ts';
import { startPostgres } from '#test/stand-ins/postgres.ts';
import { fillRegistrations, nameOf } from './staff-rows.ts';

/** Lists, searches and export of 100,000 registrations, in the store and over HTTP. */
const registrations = 100_000;
const times = 60;
const rare = nameOf(77_777);

const searches: Readonly<Record<string, { filter: RegistrationFilter; address: string }>> = {
  'newest first': { filter: {}, address: '' },
  'a term of last year': { filter: { term: '2026-spring' }, address: 'term=2026-spring' },
  'a course': { filter: { course: 'BULK107' }, address: 'course=BULK107' },
  'new ones': { filter: { handling: 'new' }, address: 'status=new' },
  'few of a term': {
    filter: { handling: 'in-progress', term: '2026-summer' },
    address: 'status=in-progress&term=2026-summer',
  },
  'a given name': { filter: { text: 'ana' }, address: 'q=ana' },
  'a family name': { filter: { text: rare.familyName }, address: `q=${rare.familyName}` },
  'both names': {
    filter: { text: `${rare.givenName} ${rare.familyName}` },
    address: `q=${rare.givenName}+${rare.familyName}`,
  },
  'two frequent beginnings': { filter: { text: 'ana al' }, address: 'q=ana+al' },
  'a student number': { filter: { text: 'LK077777' }, address: 'q=LK077777' },
  'an address': { filter: { text: 'ines.al' }, address: 'q=ines.al' },
  nothing: { filter: { text: 'zzzz' }, address: 'q=zzzz' },
  'all at once': {
    filter: { text: 'ana', term: '2026-summer', course: 'BULK107', handling: 'done' },
    address: 'q=ana&term=2026-summer&course=BULK107&status=done',
  },
};

const folder = await mkdtemp(join(tmpdir(), 'bench-staff-'));
const postgres = await startPostgres();
try {
  await measure('SQLite', { DATA_DIR: join(folder, 'data') });
  await measure('PostgreSQL', { DATA_DIR: folder, DATABASE_URL: await postgres.createDatabase() });
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

type Place = { DATA_DIR: string; DATABASE_URL?: string };

async function measure(name: string, place: Place): Promise<void> {
  const store = await openStore({ dataDir: place.DATA_DIR, databaseUrl: place.DATABASE_URL });
  await fillRegistrations(store, registrations, Date.now());
  const list = createRegistrationList(store);
  console.log(`${name}, ${registrations} registrations: milliseconds in the store and of the page over HTTP`);
  const site = await serveSite('dist', { ...staffSettings, ...place });
  const cookie = await cookieOfRegistrar();
  try {
    for (const [what, { filter, address }] of Object.entries(searches)) {
      const inStore = await timesOf(() => list.page(filter, { limit: 25 }));
      const asPage = await timesOf(() => get(`${site.origin}/staff/registrations?${address}`, cookie));
      console.log(`  ${what.padEnd(24)} ${tell(inStore)}   page ${tell(asPage)}`);
    }
    await measureExport(site, cookie);
  } finally {
    await site.stop();
    await store.close();
  }
}

async function measureExport(site: ServedSite, cookie: string): Promise<void> {
  const before = residentMegabytes(site, 'VmRSS');
  const start = performance.now();
  const bytes = await get(`${site.origin}/staff/registrations.csv`, cookie);
  const seconds = (performance.now() - start) / 1000;
  const peak = residentMegabytes(site, 'VmHWM');
  console.log(
    `  all as CSV: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s; ` +
      `the process had ${before.toFixed(0)} MB before and ${peak.toFixed(0)} MB at its peak since its start`,
  );
}

/** Reads a response and returns its length. */
async function get(url: string, cookie: string): Promise<number> {
  const response = await fetch(url, { headers: { Cookie: cookie }, redirect: 'manual' });
  if (response.status !== 200 || !response.body) throw new Error(`${url} answered ${response.status}`);
  let length = 0;
  for await (const chunk of response.body) length += (chunk as Uint8Array).length;
  return length;
}

async function cookieOfRegistrar(): Promise<string> {
  const { name, value } = await sessionCookie('registrar');
  return `${name}=${value}`;
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < 5; warm += 1) await work();
  const measured: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const start = performance.now();
    await work();
    measured.push(performance.now() - start);
  }
  return measured.sort((a, b) => a - b);
}

function tell(sorted: readonly number[]): string {
  const at = (share: number) =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? NaN).toFixed(1).padStart(6);
  return `p50 ${at(0.5)} p99 ${at(0.99)}`;
}

function residentMegabytes(site: ServedSite, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${site.process.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
