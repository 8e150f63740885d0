import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { parse } from 'yaml';
import { cancellationIn, courseSchema } from '#lib/content/course.ts';
import { dayIn, type Term } from '#lib/content/terms.ts';
import { findClash } from '#lib/forms/timetable.ts';
import { buildSite, isBuilt } from '../../scripts/build-site.ts';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { serveSite, type ServedSite, type Serving } from '#test/served-site.ts';
import { formBody } from './form-body.ts';
import { isOnMachines, serveMachines } from './machines-site.ts';

export type Row = Record<string, unknown>;

export type FormsSite = ServedSite & {
  dataDir: string;
  /** Reads rows of the site's database. */
  read(statement: string): Promise<Row[]>;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
};

type Answer = {
  status: number;
  headers: Headers;
  body: { status?: string; reference?: string; error?: { code: string; fields?: Record<string, string> } };
};

const ownDist = '.cache/forms/dist';

let built: Promise<string> | undefined;

/** Returns the build in `TEST_DIST`, the current build, or a new one. Looks once, because that reads all sources. */
export function builtSite(): Promise<string> {
  built ??= findBuild();
  return built;
}

async function findBuild(): Promise<string> {
  const named = process.env['TEST_DIST'];
  if (named) return named;
  if (isBuilt('dist')) return 'dist';
  if (!isBuilt(ownDist)) await buildSite(ownDist);
  return ownDist;
}

/** Starts the server with a trusted loopback proxy, so that tests can choose client addresses. */
export function serveForms(environment: NodeJS.ProcessEnv = {}, serving: Serving = {}): Promise<FormsSite> {
  if (!isOnMachines()) return serveOne(environment, serving);
  return serveMachines(environment, (own) => serveOne(own, serving));
}

async function serveOne(environment: NodeJS.ProcessEnv, serving: Serving): Promise<FormsSite> {
  const dataDir = environment['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'forms-')));
  const settings = { TRUSTED_PROXIES: 'loopback', DATA_DIR: dataDir, ...environment };
  const served = await serveSite(await builtSite(), settings, serving);
  return {
    ...served,
    dataDir,
    read: (statement) => readRows(statement, { dataDir, databaseUrl: environment['DATABASE_URL'] }),
    async remove() {
      await served.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function readRows(
  statement: string,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): Promise<Row[]> {
  if (!databaseUrl) {
    const database = new DatabaseSync(join(dataDir, 'site.sqlite'), { readOnly: true });
    try {
      return database.prepare(statement).all();
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

let clients = 0;

/** Returns an unused client address. */
export function newClient(): string {
  clients += 1;
  return `198.${18 + (process.pid % 2)}.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
}

/** The term with open registration. The sample always has one. */
export const openTerm = (() => {
  const today = dayIn(institute().timeZone, new Date());
  const term = listTerms(institute().terms, today).find(
    ({ registrationOpens, registrationCloses }) => registrationOpens <= today && today <= registrationCloses,
  );
  if (!term) throw new Error('no term has open registration today');
  return term;
})();

const courses = readdirSync('src/content/courses')
  .filter((name) => name.endsWith('.mdx'))
  .map((name) => ({ name, text: readFileSync(join('src/content/courses', name), 'utf8') }))
  .map(({ name, text }) => ({
    path: `/courses/${name.replace('.mdx', '')}`,
    ...courseSchema.parse(parse(text.split(/^---$/m)[1] ?? '')),
  }));

/** The sample's courses in a term. */
export function offeredIn(term: Term) {
  return courses
    .map(({ path, code, prerequisites, offerings }) => ({
      path,
      code,
      prerequisites,
      offerings: offerings.filter(
        (offering) =>
          (offering.term === term.season || offering.term === term.id) &&
          cancellationIn(offering, term) === undefined,
      ),
    }))
    .filter(({ offerings }) => offerings.length > 0);
}

/** The sample's courses in the open term. */
export const offered = offeredIn(openTerm);

const pairs = offered.flatMap((first, index) =>
  offered.slice(index + 1).map((second) => [first, second] as const),
);
const clashes = (pair: (typeof pairs)[number]) => findClash(pair, openTerm) !== undefined;

/** The sorted codes of two courses without a clash. `clashing` has two with one. */
export const together = pairs
  .find((pair) => !clashes(pair))!
  .map(({ code }) => code)
  .toSorted();
export const clashing = pairs
  .find(clashes)!
  .map(({ code }) => code)
  .toSorted();
export const [oneCourse = '', otherCourse = ''] = together;
/** The page of `oneCourse`. */
export const onePath = offered.find(({ code }) => code === oneCourse)?.path ?? '';

let students = 0;

/** Returns a valid registration of a new student. */
export function registration(more: object = {}): Row & { studentNumber: string } {
  students += 1;
  return {
    studentNumber: `LK${String(students).padStart(6, '0')}`,
    givenName: 'Ana',
    familyName: 'Ng',
    email: 'ana@example.org',
    term: openTerm.id,
    courses: [oneCourse],
    ...more,
  };
}

export const registrationPath = '/api/course-registration';
export const signupPath = '/api/email-marketing-signup';

type SendOptions = { client?: string; headers?: Record<string, string> };

/** Posts JSON, or text and bytes unchanged. */
export async function send(
  origin: string,
  path: string,
  body: unknown,
  { client = newClient(), headers = {} }: SendOptions = {},
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

/** Posts an HTML form like a browser without JavaScript, without following redirects. */
export function postForm(
  url: string,
  fields: Readonly<Record<string, unknown>>,
  { client = newClient(), headers = {} }: SendOptions = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'X-Forwarded-For': client, Accept: 'text/html', ...headers },
    body: formBody(fields),
    redirect: 'manual',
  });
}

/** Polls until there is a value, nearly as long as a test may take. */
export async function eventually<Value>(
  find: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const deadline = Date.now() + 170_000;
  for (;;) {
    const value = await find();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('timed out waiting for a value');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
