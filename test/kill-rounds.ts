import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Store } from '#lib/store/open.ts';
import type { TestDatabase } from './stand-ins/stores.ts';

const clients = 16;
const script = fileURLToPath(new URL('./stand-ins/forms-server.ts', import.meta.url));

/** A sent registration and the references of its 200 responses. */
type Sent = { studentNumber: string; body: string; references: string[] };

/**
 * Kills a server that takes registrations with SIGKILL, again and again, at a random moment under load. Checks that
 * every registration answered with 200 is stored once, with its emails.
 */
export async function killUnderLoad(database: TestDatabase, rounds: number): Promise<void> {
  const store = await database.open();
  const { dataDir, databaseUrl } = database.options;
  for (let round = 0; round < rounds; round += 1) {
    const { server, port } = await startServer([dataDir, ...(databaseUrl ? [databaseUrl] : [])]);
    const answers = new EventEmitter();
    const enough = once(answers, String(randomInt(1, 200)));
    let answered = 0;
    const onAnswer = () => answers.emit(String((answered += 1)));
    const loads = Array.from({ length: clients }, (_, client) =>
      load({ port, client: round * clients + client, onAnswer }),
    );
    await enough;
    server.kill('SIGKILL');
    const sent = (await Promise.all(loads)).flat();

    expect(await expectStored(store, sent)).toBeGreaterThan(0);
  }
  await database.clear();
}

async function startServer(args: string[]): Promise<{ server: ChildProcess; port: number }> {
  const server = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface(server.stdout), 'line')) as [string];
  return { server, port: Number(port) };
}

type Load = { port: number; client: number; onAnswer: () => void };

/** Sends registrations until the server stops, each twice in parallel, like a double click. */
async function load({ port, client, onAnswer }: Load): Promise<Sent[]> {
  const agent = new Agent({ keepAlive: true });
  const sent: Sent[] = [];
  for (let count = 0; ; count += 1) {
    const registration = newRegistration(client, count);
    sent.push(registration);
    const answers = await Promise.allSettled([
      post(port, registration.body, agent),
      post(port, registration.body, agent),
    ]);
    for (const answer of answers) {
      if (answer.status === 'rejected' || !answer.value) continue;
      registration.references.push(answer.value);
      onAnswer();
    }
    if (answers.some(({ status }) => status === 'rejected')) break;
  }
  agent.destroy();
  return sent;
}

function newRegistration(client: number, count: number): Sent {
  const studentNumber = `LK-${client.toString().padStart(6, '0')}${count}`;
  const body = JSON.stringify({
    studentNumber,
    givenName: 'Ines',
    familyName: 'Calder',
    email: 'ines@example.org',
    term: '2027-spring',
    courses: [`BULK${100 + (count % 20)}`, `BULK${120 + (client % 20)}`],
  });
  return { studentNumber, body, references: [] };
}

/** Returns the reference of a 200 response. Rejects if it is truncated. */
async function post(port: number, body: string, agent: Agent): Promise<string | undefined> {
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', agent });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = JSON.parse(await text(response)) as { reference?: string };
  expect(response.statusCode, JSON.stringify(answer)).toBe(200);
  return answer.reference;
}

/** Counts the answered registrations. */
async function expectStored(store: Store, sent: readonly Sent[]): Promise<number> {
  const numbers = sent.map(({ studentNumber }) => studentNumber);
  // One statement for a consistent snapshot: PostgreSQL may still be ending transactions of the killed process.
  const rows = await store.query((db) =>
    db
      .selectFrom('registrations')
      .leftJoin('registration_courses', 'registration_id', 'registrations.id')
      .leftJoin('outbox', 'about', 'reference')
      .select(['student_number', 'reference'])
      .select(({ fn }) => [
        fn.count<number>('course').distinct().as('courses'),
        fn.count<number>('outbox.id').distinct().as('mails'),
      ])
      .where('student_number', 'in', numbers)
      .groupBy(['student_number', 'reference'])
      .execute(),
  );

  expect(new Set(rows.map((row) => row.student_number)).size, 'each student once').toBe(rows.length);
  for (const { courses, mails } of rows) expect({ courses, mails }).toEqual({ courses: 2, mails: 2 });
  const references = new Map(rows.map((row) => [row.student_number, row.reference]));
  for (const { studentNumber, references: answered } of sent) {
    for (const reference of answered) expect(references.get(studentNumber), studentNumber).toBe(reference);
  }
  return sent.filter(({ references: answered }) => answered.length > 0).length;
}
