import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { useShared } from '#test/use-shared.ts';
import { createOutbox, enqueue, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import { listMails } from '#lib/store/mail/mail-records.ts';
import type { Store } from '#lib/store/open.ts';
import { toMailLine } from '#lib/staff/labels.ts';
import { createStaffActions } from '#lib/store/staff/staff-actions.ts';
import { createSmtpTransport } from './transport.ts';
import type { LeaseWorker } from '#lib/base/lease-worker.ts';
import { createMailWorker, retryDelay } from './worker.ts';

const stores = useStores();
const cleanUps: (() => Promise<unknown>)[] = [];
const smtp = useShared(() => startSmtp());
let lines: string[];
/** Sending takes seconds on a busy machine. */

beforeEach(() => {
  lines = [];
  Object.assign(smtp, {
    received: [],
    refusals: new Map(),
    hanging: new Set(),
    refusing: false,
    delay: 0,
    ready: Promise.resolve(),
  });
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function newWorker(store: Store, more: Partial<Parameters<typeof createMailWorker>[0]> = {}): LeaseWorker {
  const worker = createMailWorker({
    outbox: createOutbox(store),
    transport: createSmtpTransport(smtp.url),
    from: 'Larkmoor <hello@larkmoor.example>',
    every: 20,
    log: (line) => lines.push(line),
    ...more,
  });
  cleanUps.push(() => worker.stop());
  return worker;
}

function mail(number: number, more: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    kind: 'registration-receipt',
    about: `R-${number}`,
    to: { name: 'Ines', address: `ines-${number}@example.org` },
    subject: `Mail ${number}`,
    text: `Text ${number}`,
    html: `<p>HTML ${number}</p>`,
    ...more,
  };
}

function put(store: Store, mails: readonly OutgoingMail[], options = {}): Promise<void> {
  return store.transaction((tx) => enqueue(tx, mails, { store, now: Date.now(), ...options }));
}

async function counts(store: Store): Promise<Record<string, number>> {
  const rows = await store.query((db) =>
    db
      .selectFrom('outbox')
      .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

for (const kind of storeKinds) {
  test(`${kind}: two instances send each email once, as text and HTML, and then delete its content`, async () => {
    const database = await stores.create(kind);
    const both = [await database.open(), await database.open()];
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    await put(
      both[0]!,
      numbers.map((number) => mail(number)),
    );
    await put(both[0]!, [mail(99)], { isDropped: true });

    for (const store of both) newWorker(store).start();
    await expect.poll(async () => (await counts(both[0]!))['sent']).toBe(40);

    expect(smtp.received.map(({ subject }) => subject).sort()).toEqual(
      numbers.map((n) => `Mail ${n}`).sort(),
    );
    expect(smtp.received[0]?.text).toMatch(/^Text/);
    expect(smtp.received[0]?.html).toMatch(/<p>HTML/);
    const kept = await both[0]!.query((db) =>
      db
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'sent')
        .where('mail', 'is not', null)
        .execute(),
    );
    expect(kept).toEqual([]);
    expect(await counts(both[0]!)).toEqual({ sent: 40, dropped: 1 });
  });

  test(`${kind}: a refused email is retried with backoff, parked after eight attempts, and can be retried`, async () => {
    const store = await stores.open(kind);
    smtp.refusing = true;
    await put(store, [mail(1)]);
    let clock = Date.now();
    const worker = newWorker(store, { now: () => clock });
    worker.start();

    for (let attempt = 1; attempt <= 8; attempt += 1) {
      // Not the number of lines: a database that is slow for a moment adds one.
      const line = attempt < 8 ? `, attempt ${attempt}` : ', parked';
      await expect.poll(() => lines.join()).toContain(line);
      clock += retryDelay(attempt);
    }
    await expect.poll(async () => (await counts(store))['parked']).toBe(1);
    expect(lines.join()).toContain('450');
    expect(lines.join()).not.toContain('ines-1');
    smtp.refusing = false;
    await createStaffActions(store, { emailKey: () => undefined }).retryParked({ who: 'ann', now: clock });
    await expect.poll(async () => (await counts(store))['sent']).toBe(1);

    expect(smtp.received).toHaveLength(1);
  });

  test(`${kind}: another worker sends the emails of a dead worker after the lease, with the same Message-ID`, async () => {
    const store = await stores.open(kind);
    await put(store, [mail(1)]);
    let clock = Date.now();
    const [claimed] = await createOutbox(store).claim(
      { holder: 'dead', until: clock + 60_000 },
      { now: clock, limit: 10 },
    );

    newWorker(store, { now: () => clock }).start();
    await delay(100);
    expect(smtp.received).toHaveLength(0);
    clock += 60_001;
    await expect.poll(() => smtp.received).toHaveLength(1);

    expect(smtp.received[0]?.messageId).toBe(`<${claimed?.id}@larkmoor.example>`);
    await createOutbox(store).markFailed(claimed!.id, { holder: 'dead', error: 'late', retryAt: 0 });
    await expect.poll(async () => (await counts(store))['sent']).toBe(1);
  });
}

test.each(['550 5.1.1 No such user ines-1@example.org', '553 Mailbox name not allowed'])(
  'an email whose recipient is refused with %j is parked at once, and another is sent',
  async (answer) => {
    const store = await stores.open('sqlite');
    smtp.refusals.set('ines-1@example.org', answer);
    await put(store, [mail(1), mail(2)]);

    newWorker(store).start();
    await expect.poll(async () => (await counts(store))['queued']).toBe(undefined);

    expect(await counts(store)).toEqual({ parked: 1, sent: 1 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^registration-receipt \S+ was refused \(EENVELOPE 55[03].*\), parked$/);
    expect(lines[0]).not.toContain('ines-1@');
    const [record] = await store.query((db) => listMails(db, 'R-1'));
    expect([record?.attempts, record && toMailLine(record)]).toMatchObject([
      1,
      {
        state: { label: 'Refused', tone: 'bad' },
        error: expect.stringMatching(/\(55[03].*check the address/),
      },
    ]);
  },
);

test('an email that a wrong password stops is tried again, and the log names the setting', async () => {
  const store = await stores.open('sqlite');
  const closed = await startSmtp({ hasLogin: true });
  cleanUps.push(() => closed.stop());
  await put(store, [mail(1)]);
  const url = closed.url.replace('smtp://', 'smtp://lectern:wrong@');

  newWorker(store, { transport: createSmtpTransport(url) }).start();
  await expect.poll(() => lines).toHaveLength(1);

  expect(lines[0]).toMatch(/ failed \(EAUTH 535\), attempt 1: check user and password in SMTP_URL$/);
  expect(await counts(store)).toEqual({ queued: 1 });
});

test('emails are sent while the mail server hangs after the data of one, whether queued before or after it', async () => {
  const store = await stores.open('sqlite');
  smtp.hanging.add('ines-1@example.org');
  const twelve = (from: number) => Array.from({ length: 12 }, (_, index) => mail(from + index));
  await put(store, twelve(1));
  newWorker(store, { grace: 10 }).start();
  await expect.poll(async () => (await counts(store))['sent']).toBe(11);

  await put(store, twelve(20));
  await expect.poll(async () => (await counts(store))['sent']).toBe(23);

  expect(await counts(store)).toEqual({ sent: 23, queued: 1 });
  expect(smtp.received.filter(({ subject }) => subject === 'Mail 1')).toHaveLength(1);
  expect(lines).toEqual([]);
});

test('an email that was sent while the store could not be used is marked as sent later, and not sent again', async () => {
  const store = await stores.open('sqlite');
  const outbox = createOutbox(store);
  const { promise: isBack, resolve: bringBack } = Promise.withResolvers<undefined>();
  let failures = 0;
  await put(store, [mail(1)]);
  newWorker(store, {
    outbox: {
      ...outbox,
      async markSent(...args) {
        failures += 1;
        if (failures === 3) bringBack(undefined);
        if (failures < 4) throw new Error('the store is unavailable');
        await outbox.markSent(...args);
      },
    },
  }).start();
  await isBack;

  await expect.poll(async () => (await counts(store))['sent']).toBe(1);

  expect(smtp.received).toHaveLength(1);
});

test('stop waits for the emails being sent, and no more are sent', async () => {
  const store = await stores.open('sqlite');
  const { promise: ready, resolve: accept } = Promise.withResolvers<undefined>();
  smtp.ready = ready;
  await put(store, [mail(1), mail(2)]);
  const worker = newWorker(store);
  worker.start();
  await expect.poll(() => smtp.received).toHaveLength(2);

  await put(store, [mail(3)]);
  const stopping = worker.stop();
  accept(undefined);
  await stopping;

  expect(await counts(store)).toEqual({ sent: 2, queued: 1 });
});

test('stop does not wait for a mail server that hangs, and the email stays queued', async () => {
  const store = await stores.open('sqlite');
  smtp.delay = 60_000;
  await put(store, [mail(1)]);
  const worker = newWorker(store, { grace: 200 });
  worker.start();
  await expect.poll(() => smtp.received).toHaveLength(1);

  await worker.stop();

  await delay(50);
  expect(await counts(store)).toEqual({ queued: 1 });
});

test('user input can’t add a header or a recipient', async () => {
  const store = await stores.open('sqlite');
  const evil = 'x\r\nBcc: victim@example.org\r\n\r\nbody';
  await put(store, [
    mail(1, {
      to: { name: `${evil}, "Other" <other@example.org>`, address: 'ines@example.org' },
      replyTo: { name: evil, address: 'ines@example.org' },
      subject: evil,
      text: '.\r\n.\r\nQUIT',
    }),
  ]);

  newWorker(store).start();
  await expect.poll(() => smtp.received).toHaveLength(1);

  const [received] = smtp.received;
  expect(received?.recipients).toEqual(['ines@example.org']);
  expect(received?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(received?.to).toHaveLength(1);
  expect(received?.text?.trim()).toBe('.\n.\nQUIT');
});

test('names and addresses in any script arrive unchanged', async () => {
  const store = await stores.open('sqlite');
  await put(store, [
    mail(1, { to: { name: 'Zoë 李 👩‍🌾', address: 'zoe@bücher.example' }, subject: 'Grüße 👋' }),
  ]);

  newWorker(store).start();
  await expect.poll(() => smtp.received).toHaveLength(1);

  const [received] = smtp.received;
  expect(received?.to?.[0]?.name).toBe('Zoë 李 👩‍🌾');
  expect(received?.subject).toBe('Grüße 👋');
  expect(received?.recipients).toEqual(['zoe@bücher.example']);
  expect(received?.raw).toContain('<zoe@xn--bcher-kva.example>');
});
