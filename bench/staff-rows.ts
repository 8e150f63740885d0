import type { Handling } from '#lib/store/schema.ts';
import type { Store } from '#lib/store/open.ts';
import { wordsOf } from '#lib/store/registration-words.ts';
import { createRowId } from '#lib/store/row-id.ts';

const given = ['Ana', 'Bo', 'Chidi', 'Dilys', 'Eilidh', 'Farid', 'Grace', 'Hamish', 'Ines', 'Joao', 'Keziah'];
const middle = ['al', 'ber', 'cor', 'den', 'el', 'fan', 'gor', 'hal', 'is', 'ker', 'lan', 'mor', 'nor', 'os'];
const endings = ['son', 'ton', 'well', 'wick', 'man', 'ley', 'ford', 'by', 'stead', 'worth', 'ova', 'ez'];
const terms = ['2026-spring', '2026-summer', '2026-autumn', '2027-spring'];
const year = 365 * 24 * 60 * 60 * 1000;

/** Registrations of one year. Few are new or in progress. */
export async function fillRegistrations(store: Store, count: number, now: number): Promise<void> {
  const batch = 1_000;
  for (let start = 0; start < count; start += batch) {
    const rows = Array.from({ length: Math.min(batch, count - start) }, (_, index) =>
      rowOf(start + index, { count, now }),
    );
    const courses = rows.flatMap(({ id, term, course_set }) =>
      course_set.split(' ').map((course) => ({
        registration_id: id,
        term,
        course,
        waiting: 0,
        active: 1,
        held_until: null,
      })),
    );
    const words = rows.flatMap((row) => wordsOf(row).map((word) => ({ registration_id: row.id, word })));
    await store.transaction(async (tx) => {
      await tx.insertInto('registrations').values(rows).execute();
      await tx.insertInto('registration_courses').values(courses).execute();
      await tx.insertInto('registration_words').values(words).execute();
    });
  }
}

/** A name that depends only on the number, so that searches are predictable. */
export function nameOf(number: number): { givenName: string; familyName: string } {
  const pick = (list: readonly string[], by: number) => list[Math.floor(number / by) % list.length] ?? '';
  const family = pick(middle, 1) + pick(middle, 14) + pick(endings, 196);
  return {
    givenName: pick(given, 7),
    familyName: family.charAt(0).toUpperCase() + family.slice(1),
  };
}

function rowOf(number: number, { count, now }: { count: number; now: number }) {
  const receivedAt = now - year + Math.floor((year * number) / count);
  const { givenName, familyName } = nameOf(number);
  const digits = number.toString().padStart(6, '0');
  const first = `BULK${100 + (number % 40)}`;
  const email = `${givenName}.${familyName}${number % 90}@student.larkmoor.example`.toLowerCase();
  const second = `BULK${100 + ((number + 1 + (number % 7)) % 40)}`;
  return {
    id: createRowId(receivedAt),
    reference: `R-${digits.slice(0, 4)}-${digits.slice(4)}${digits.slice(0, 2)}`,
    student_number: `LK${digits}`,
    student_key: `LK${digits}`,
    given_name: givenName,
    family_name: familyName,
    email,
    email_key: email,
    term: terms[Math.floor((number * terms.length) / count)] ?? '',
    course_set: [first, second].toSorted().join(' '),
    note:
      number % 5 === 0
        ? 'I use a wheelchair and would like a seat near the door, if that can be arranged.'
        : null,
    status: number % 33 === 7 ? ('withdrawn' as const) : ('requested' as const),
    live: 0,
    received_at: receivedAt,
    confirmed_at: receivedAt,
    withdrawn_at: null,
    handling: handlingOf(number, count),
    handled_by: null,
    handled_at: null,
  };
}

function handlingOf(number: number, count: number): Handling {
  if (number % 33 === 7) return 'withdrawn';
  if (number > count - 400) return 'new';
  return number % 1_000 === 1 ? 'in-progress' : 'done';
}
