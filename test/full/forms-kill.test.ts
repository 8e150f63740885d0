import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Store } from '#lib/store/open.ts';
import { storeKinds, useStores, type TestDatabase } from '#test/stand-ins/stores.ts';

const clients = 16;
const script = 'test/stand-ins/forms-server.ts';
const rounds = Number(process.env['KILL_ROUNDS'] ?? 4);
const stores = useStores();

/** A sent form: `key` identifies its person, and `references` come from its 200 responses. */
type Sent = { key: string; body: string; references: string[] };

/** A stored form. */
type Row = { key: string; reference: string; mails: number };

type Form = {
  /** Where the server accepts the form. */
  path: string;
  create: (client: number, count: number) => Omit<Sent, 'references'>;
  /** Reads the stored forms with these keys, in one statement: PostgreSQL may still be ending transactions. */
  read: (store: Store, keys: readonly string[]) => Promise<Row[]>;
};

const forms = {
  registration: { path: '/', create: newRegistration, read: readRegistrations },
  application: { path: '/application', create: newApplication, read: readSubmissions },
  enquiry: { path: '/enquiry', create: newEnquiry, read: readSubmissions },
} satisfies Record<string, Form>;

test.each(storeKinds.flatMap((kind) => Object.values(forms).map((form) => [kind, form.path, form] as const)))(
  '%s: every form sent to %s and answered with 200 before kill -9 is stored once, with its emails',
  async (kind, _path, form) => killUnderLoad(await stores.create(kind), form),
  20_000 + rounds * 3_000,
);

/**
 * Repeatedly kills a server with SIGKILL at a random moment while clients send it forms. Checks that every form
 * answered with 200 is stored once, with its emails.
 */
async function killUnderLoad(database: TestDatabase, form: Form): Promise<void> {
  const store = await database.open();
  const { dataDir, databaseUrl } = database.options;
  for (let round = 0; round < rounds; round += 1) {
    const { server, port } = await startServer([dataDir, ...(databaseUrl ? [databaseUrl] : [])]);
    const answers = new EventEmitter();
    const enough = once(answers, String(randomInt(1, 200)));
    let answered = 0;
    const onAnswer = () => answers.emit(String((answered += 1)));
    const loads = Array.from({ length: clients }, (_, client) =>
      load({ form, port, client: round * clients + client, onAnswer }),
    );
    await enough;
    server.kill('SIGKILL');
    const sent = (await Promise.all(loads)).flat();

    expect(await expectStored(store, sent, form)).toBeGreaterThan(0);
  }
  await database.clear();
}

async function startServer(args: string[]): Promise<{ server: ChildProcess; port: number }> {
  const server = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface(server.stdout), 'line')) as [string];
  return { server, port: Number(port) };
}

type Load = { form: Form; port: number; client: number; onAnswer: () => void };

/** Sends forms until the server stops, each twice in parallel, like a double click. */
async function load({ form, port, client, onAnswer }: Load): Promise<Sent[]> {
  const agent = new Agent({ keepAlive: true });
  const sent: Sent[] = [];
  for (let count = 0; ; count += 1) {
    const next: Sent = { ...form.create(client, count), references: [] };
    const target = { port, path: form.path, agent };
    sent.push(next);
    const answers = await Promise.allSettled([post(target, next.body), post(target, next.body)]);
    for (const answer of answers) {
      if (answer.status === 'rejected' || !answer.value) continue;
      next.references.push(answer.value);
      onAnswer();
    }
    if (answers.some(({ status }) => status === 'rejected')) break;
  }
  agent.destroy();
  return sent;
}

function newRegistration(client: number, count: number) {
  const key = `LK-${client.toString().padStart(6, '0')}${count}`;
  const body = JSON.stringify({
    studentNumber: key,
    givenName: 'Ines',
    familyName: 'Calder',
    email: 'ines@example.org',
    term: '2027-spring',
    courses: [`BULK${100 + (count % 20)}`, `BULK${120 + (client % 20)}`],
  });
  return { key, body };
}

function newApplication(client: number, count: number) {
  const key = `applicant-${client}-${count}@example.org`;
  const body = JSON.stringify({
    courses: ['SOIL201'],
    givenName: 'Ines',
    familyName: 'Calder',
    email: key,
    qualifications: 'Four years on a farm',
    consent: 'yes',
  });
  return { key, body };
}

function newEnquiry(client: number, count: number) {
  const key = `person-${client}-${count}@example.org`;
  return { key, body: JSON.stringify({ question: 'May I?', name: 'Ines Calder', email: key }) };
}

/** Returns the reference of a 200 response. Rejects if it is truncated. */
async function post(
  target: { port: number; path: string; agent: Agent },
  body: string,
): Promise<string | undefined> {
  const outgoing = request({ ...target, host: '127.0.0.1', method: 'POST' });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = JSON.parse(await text(response)) as { reference?: string };
  expect(response.statusCode, JSON.stringify(answer)).toBe(200);
  return answer.reference;
}

/** Counts the answered forms. */
async function expectStored(store: Store, sent: readonly Sent[], form: Form): Promise<number> {
  const rows = await form.read(
    store,
    sent.map(({ key }) => key),
  );

  expect(new Set(rows.map(({ key }) => key)).size, 'each person once').toBe(rows.length);
  for (const { mails } of rows) expect(mails).toBe(2);
  const references = new Map(rows.map(({ key, reference }) => [key, reference]));
  for (const { key, references: answered } of sent) {
    for (const reference of answered) expect(references.get(key), key).toBe(reference);
  }
  return sent.filter(({ references: answered }) => answered.length > 0).length;
}

async function readRegistrations(store: Store, keys: readonly string[]): Promise<Row[]> {
  const rows = await store.query((db) =>
    db
      .selectFrom('registrations')
      .leftJoin('registration_courses', 'registration_id', 'registrations.id')
      .leftJoin('outbox', 'about', 'reference')
      .select(['student_number as key', 'reference'])
      .select(({ fn }) => [
        fn.count<number>('course').distinct().as('courses'),
        fn.count<number>('outbox.id').distinct().as('mails'),
      ])
      .where('student_number', 'in', keys)
      .groupBy(['student_number', 'reference'])
      .execute(),
  );
  for (const { courses } of rows) expect(courses).toBe(2);
  return rows;
}

function readSubmissions(store: Store, keys: readonly string[]): Promise<Row[]> {
  return store.query((db) =>
    db
      .selectFrom('submissions')
      .leftJoin('outbox', 'about', 'reference')
      .select(['email_key as key', 'reference'])
      .select(({ fn }) => fn.count<number>('outbox.id').as('mails'))
      .where('email_key', 'in', keys)
      .groupBy(['email_key', 'reference'])
      .execute(),
  );
}
