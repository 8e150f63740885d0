import { catalogueData, openDay } from './catalogue.ts';
import type { Stores } from './stores.ts';
import { createCatalogue } from '#lib/forms/catalogue.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import { decisionLetter } from '#lib/forms/stored-letters.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import { createDecisions } from '#lib/store/forms/decisions.ts';
import type { Decision } from '#lib/store/forms/plan-decisions.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Store } from '#lib/store/open.ts';
import { letterSettings } from './letter-settings.ts';

/** A store with registrations for one course, and what the registrar decides about them. */

export const catalogue = createCatalogue(catalogueData, openDay);
export const tokens = createLinkTokens(['a secret for tests']);
export const letters = createRegistrationLetters(letterSettings);
export const now = Date.parse('2026-11-21T12:00:00Z');
export const who = 'ann@staff.example';
export const course = 'MAPS101';

export async function openDesk(stores: Stores, kind: Store['kind']) {
  const database = await stores.create(kind);
  const store = await database.open();
  let moments = now;
  return {
    store,
    decisions: createDecisions(store),
    registrations: createRegistrations(store),
    /** A later moment each time, so that registrations are stored in order. */
    nextMoment: () => moments++,
  };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Registers students for one course, in order. @returns their references */
export async function register(
  { registrations, nextMoment }: Desk,
  count: number,
  isConfirmed = true,
  code = course,
): Promise<string[]> {
  const references: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const moment = nextMoment();
    const { reference } = await acceptRegistration(
      {
        studentNumber: `LK-20${String(4000 + at)}`,
        givenName: 'Ana',
        familyName: `Ng ${at}`,
        email: `ana${at}@example.org`,
        term: '2027-spring',
        courses: [code],
      },
      { submissions: registrations, tokens, letters, catalogue, now: new Date(moment) },
    );
    if (isConfirmed)
      await registrations.confirm(reference, {
        now: moment,
        seats: { [code]: 1000 },
        lateMailsFor: () => [],
      });
    references.push(reference);
  }
  return references;
}

export const letterFor: Parameters<Desk['decisions']['decide']>[0]['letterFor'] = (row, standing) =>
  decisionLetter(row, standing, { catalogue, tokens, letters });

export const undo = (
  { decisions }: Desk,
  { batch, seats = 9, at }: { batch: string; seats?: number; at: number },
) => decisions.undo(batch, { who, now: at, seats: () => seats, letterFor });

export async function decide(
  { decisions }: Desk,
  given: {
    references: readonly string[];
    decision: Decision;
    seats?: number;
    at?: number;
    /** One sentence for all, or one for each decision. */
    reason?: string | Partial<Record<Decision, string>>;
    seen?: string;
    /** The course whose waiting list the registration must lead. */
    turn?: string;
    by?: string;
  },
) {
  const { references, decision, seats = 1000, at = now + 10_000, reason = '', seen, turn, by = who } = given;
  const made = await decisions.decide({
    references,
    decision,
    seats: () => seats,
    who: by,
    now: at,
    seen,
    turn,
    reasonFor: (made) => (typeof reason === 'string' ? reason : (reason[made] ?? '')),
    hasSeen: () => true,
    letterFor,
  });
  if (!made) throw new Error('Nothing was decided.');
  return made;
}

export async function readMails({ store }: Desk) {
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

export const readPlaces = ({ store }: Desk) =>
  store.query((db) =>
    db
      .selectFrom('registration_courses as c')
      .innerJoin('registrations as r', 'r.id', 'c.registration_id')
      .select(['r.reference', 'r.handling', 'c.decision', 'c.active', 'c.waiting'])
      .orderBy('r.id')
      .execute(),
  );
