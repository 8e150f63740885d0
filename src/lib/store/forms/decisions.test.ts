import { expect, test } from 'vitest';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { createCatalogue } from '#lib/forms/catalogue.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { confirmRegistration } from '#lib/forms/registration-links.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import { decisionLetter } from '#lib/forms/stored-letters.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { Decision } from './plan-decisions.ts';
import type { Cursor } from '#lib/store/list-page.ts';
import type { Store } from '#lib/store/open.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import { createDecisions, undoPeriod } from './decisions.ts';
import { createRegistrationList } from './registration-list.ts';
import { createRegistrations } from './registrations.ts';

const stores = useStores();
const catalogue = createCatalogue(catalogueData, openDay);
const tokens = createLinkTokens(['a secret for tests']);
const letters = createRegistrationLetters({
  siteName: 'Larkmoor',
  siteUrl: 'https://larkmoor.example',
  language: 'en',
  contactEmail: 'hello@larkmoor.example',
});
const now = Date.parse('2026-11-21T12:00:00Z');
const who = 'ann@staff.example';
const course = 'MAPS101';

async function open(kind: Store['kind']) {
  const database = await stores.create(kind);
  const store = await database.open();
  return { store, decisions: createDecisions(store), registrations: createRegistrations(store) };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Registers students for one course, in order. @returns their references */
async function register({ registrations }: Opened, count: number, isConfirmed = true): Promise<string[]> {
  const references: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { reference } = await acceptRegistration(
      {
        studentNumber: `LK-20${String(4000 + at)}`,
        givenName: 'Ana',
        familyName: `Ng ${at}`,
        email: `ana${at}@example.org`,
        term: '2027-spring',
        courses: [course],
      },
      { submissions: registrations, tokens, letters, catalogue, now: new Date(now + at) },
    );
    if (isConfirmed)
      await registrations.confirm(reference, {
        now: now + at,
        seats: { [course]: 1000 },
        lateMailsFor: () => [],
      });
    references.push(reference);
  }
  return references;
}

function decide(
  { decisions }: Opened,
  given: { references: readonly string[]; decision: Decision; seats?: number; at?: number; reason?: string },
) {
  const { references, decision, seats = 1000, at = now + 10_000, reason = '' } = given;
  return decisions.decide({
    references,
    decision,
    seats: () => seats,
    who,
    now: at,
    reason,
    letterFor: (row, outcome) => decisionLetter(row, { outcome, reason }, { catalogue, tokens, letters }),
  });
}

async function readMails({ store }: Opened) {
  const rows = await store.query((db) =>
    db.selectFrom('outbox').selectAll().where('kind', '=', 'registration-decision').orderBy('id').execute(),
  );
  return rows.map(({ about, status, mail, next_attempt_at }) => ({
    about,
    status,
    dueIn: next_attempt_at - now,
    text: mail === null ? '' : (JSON.parse(mail) as OutgoingMail).text,
  }));
}

const readPlaces = ({ store }: Opened) =>
  store.query((db) =>
    db
      .selectFrom('registration_courses as c')
      .innerJoin('registrations as r', 'r.id', 'c.registration_id')
      .select(['r.reference', 'r.handling', 'c.decision', 'c.active', 'c.waiting'])
      .orderBy('r.id')
      .execute(),
  );

test.each(storeKinds)(
  '%s: places are given with one email each, which waits until it is too late to undo',
  async (kind) => {
    const desk = await open(kind);
    const references = await register(desk, 2);

    await decide(desk, { references, decision: 'place', reason: 'Bring boots.' });

    expect(await readPlaces(desk)).toEqual(
      references.map((reference) => ({
        reference,
        handling: 'done',
        decision: 'place',
        active: 1,
        waiting: 0,
      })),
    );
    const mails = await readMails(desk);
    expect(mails.map(({ about, status, dueIn }) => [about, status, dueIn])).toEqual(
      references.map((reference) => [reference, 'queued', 10_000 + undoPeriod]),
    );
    expect(mails[0]?.text).toContain(`${course} Course ${course}: you have a place`);
    expect(mails[0]?.text).toContain('Bring boots.');
  },
);

test.each(storeKinds)(
  '%s: a refusal frees the seat, which the next on the waiting list can have',
  async (kind) => {
    const desk = await open(kind);
    const [first = '', second = ''] = await register(desk, 2);
    await decide(desk, { references: [second], decision: 'waiting' });

    await decide(desk, { references: [first], decision: 'refused', at: now + 20_000 });
    await decide(desk, { references: [second], decision: 'place', seats: 1, at: now + 30_000 });

    expect((await readPlaces(desk)).map(({ decision, active }) => [decision, active])).toEqual([
      ['refused', 0],
      ['place', 1],
    ]);
  },
);

test.each(storeKinds)(
  '%s: unconfirmed, withdrawn and conflicting registrations are left out',
  async (kind) => {
    const desk = await open(kind);
    const [unconfirmed = ''] = await register(desk, 1, false);
    await expect(decide(desk, { references: [unconfirmed], decision: 'place' })).rejects.toMatchObject({
      message: 'There is nothing to decide.',
    });
    await desk.registrations.withdraw(unconfirmed, { now, mails: [] });

    const { planned, left } = await desk.decisions.preview({
      references: [unconfirmed, 'R-0000-0000'],
      decision: 'place',
      seats: () => 10,
      now,
    });

    expect(planned).toEqual([]);
    expect(left).toEqual([
      { reference: unconfirmed, obstacle: 'withdrawn' },
      { reference: 'R-0000-0000', obstacle: 'unknown' },
    ]);
  },
);

test.each(storeKinds)('%s: undoing restores seats and handling, and drops the emails', async (kind) => {
  const desk = await open(kind);
  const references = await register(desk, 3);
  const before = await readPlaces(desk);
  const { batch } = await decide(desk, { references, decision: 'refused' });

  await desk.decisions.undo(batch, { who, now: now + 20_000, seats: () => 3 });

  expect(await readPlaces(desk)).toEqual(before);
  expect((await readMails(desk)).map(({ status }) => status)).toEqual(['dropped', 'dropped', 'dropped']);
  expect(await desk.decisions.findBatch(batch)).toMatchObject({ by: who, isUndone: true });
});

test.each(storeKinds)(
  '%s: a decision can’t be undone later, or when someone else has the seat',
  async (kind) => {
    const desk = await open(kind);
    const [first = '', second = ''] = await register(desk, 2);
    await decide(desk, { references: [second], decision: 'waiting' });
    const { batch } = await decide(desk, { references: [first], decision: 'refused', at: now + 20_000 });

    const late = desk.decisions.undo(batch, { who, now: now + 20_001 + undoPeriod, seats: () => 1 });
    await expect(late).rejects.toMatchObject({ message: 'It is too late to undo this.' });
    await decide(desk, { references: [second], decision: 'place', seats: 1, at: now + 25_000 });
    const taken = desk.decisions.undo(batch, { who, now: now + 30_000, seats: () => 1 });
    await expect(taken).rejects.toMatchObject({ code: 'INVALID_REQUEST' });

    expect((await readPlaces(desk)).map(({ decision }) => decision)).toEqual(['refused', 'place']);
    expect((await readMails(desk)).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
  },
);

test.each(storeKinds)(
  '%s: two people who decide at once never give more places than there are seats',
  async (kind) => {
    const desk = await open(kind);
    const references = await register(desk, 20);
    await decide(desk, { references, decision: 'waiting' });
    const halves = [references.slice(0, 10), references.slice(10)];

    await Promise.all(
      halves.map((half) =>
        decide(desk, { references: half, decision: 'place', seats: 12, at: now + 60_000 }),
      ),
    );

    const places = await readPlaces(desk);
    expect(places.filter(({ decision }) => decision === 'place')).toHaveLength(12);
    expect(places.filter(({ waiting }) => waiting === 1)).toHaveLength(8);
  },
);

test.each(storeKinds)(
  '%s: a confirmation link that is opened again names no seat that was refused',
  async (kind) => {
    const desk = await open(kind);
    const [reference = ''] = await register(desk, 1);
    await decide(desk, { references: [reference], decision: 'refused' });

    const confirmed = await confirmRegistration(tokens.sign('confirm-registration', reference), {
      catalogue,
      submissions: desk.registrations,
      tokens,
      letters,
      now: new Date(now + 20_000),
    });

    expect(confirmed).toEqual({ reference, seats: [], waitingList: [] });
  },
);

test.each(storeKinds)(
  '%s: the list shows what is open oldest first, and continues in both directions',
  async (kind) => {
    const desk = await open(kind);
    const references = await register(desk, 5);
    await decide(desk, { references: references.slice(3, 4), decision: 'waiting' });
    const list = createRegistrationList(desk.store);
    const read = async (cursor?: Cursor) => {
      const page = await list.page({ decision: 'open' }, { cursor, limit: 2, isOldestFirst: true });
      return { ...page, rows: page.rows.map((row) => row.reference), ids: page.rows.map(({ id }) => id) };
    };

    const first = await read();
    const next = await read({ id: first.ids[1] ?? '', towards: 'newer' });
    const back = await read({ id: next.ids[0] ?? '', towards: 'older' });
    const waiting = await list.page({ decision: 'waiting' }, { limit: 9 });

    expect(first).toMatchObject({ rows: references.slice(0, 2), hasNewer: true, hasOlder: false });
    expect(next).toMatchObject({ rows: [references[2], references[4]], hasNewer: false, hasOlder: true });
    expect(back).toMatchObject({ rows: references.slice(0, 2), hasNewer: true, hasOlder: false });
    expect(waiting.rows.map((row) => row.reference)).toContain(references[3]);
  },
);
