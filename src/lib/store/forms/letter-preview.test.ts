import { expect } from 'vitest';
import {
  course,
  decide,
  letterFor,
  now,
  openDesk,
  readMails,
  readPlaces,
  register,
  who,
} from '#test/stand-ins/decisions-desk.ts';
import { testOnStores } from '#test/stand-ins/stores.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Decision } from './plan-decisions.ts';
import { createRegistrationConflicts, type KeptRegistration } from './registration-conflicts.ts';

const test = testOnStores(openDesk);
const reason = { place: 'Bring your card.', waiting: 'We write in March.' };
const reasonFor = (made: Decision) => (made === 'refused' ? '' : reason[made]);

test('the preview has the very email of each kind that a decision then sends, and changes nothing', async (desk) => {
  const references = await register(desk, 4);
  const [other = ''] = await register(desk, 1, true, 'SOIL201');
  const chosen = { references: [...references, other], decision: 'place' as const };
  const before = await readPlaces(desk);

  const { letters } = await desk.decisions.preview({
    ...chosen,
    seats: () => 2,
    now: now + 10_000,
    reasonFor,
    letterFor,
  });
  const [unchanged, none] = [await readPlaces(desk), await readMails(desk)];
  await decide(desk, { ...chosen, seats: 2, reason });

  const sent = await readMails(desk);
  expect([unchanged, none]).toEqual([before, []]);
  expect(letters.map(({ about }) => about)).toEqual([references[0], references[2]]);
  for (const letter of letters)
    expect(letter.text).toBe(sent.find(({ about }) => about === letter.about)?.text);
  expect(letters[0]?.text).toContain('Bring your card.');
  expect(letters[0]?.text).toContain(
    `SOIL201 Course SOIL201\nReference: ${other}\nDecision: You have a place`,
  );
  expect(letters[1]?.text).toContain('We write in March.');
});

test('the preview of a kept registration has the emails that keeping it sends, and changes nothing', async (desk) => {
  const [first = '', , third = ''] = await register(desk, 3);
  await desk.store.query((db) =>
    db
      .updateTable('registrations')
      .set({ student_key: 'LK-204000' })
      .where('reference', '=', third)
      .execute(),
  );
  const conflicts = createRegistrationConflicts(desk.store);
  const mailsFor = ({ kept, withdrawn, hasNewSeat, waiting }: KeptRegistration): OutgoingMail[] =>
    [kept, ...withdrawn].map(({ reference, given_name, email }) => ({
      kind: 'registration-decision',
      about: reference,
      to: { name: given_name, address: email },
      subject: `${hasNewSeat}`,
      text: `${reference} waits for ${waiting.join()}`,
      html: '',
    }));
  const options = { others: [first], seats: () => 2, who, now, mailsFor };
  const before = await readPlaces(desk);

  const previewed = await conflicts.previewKeep(third, options);
  const [unchanged, none] = [await readPlaces(desk), await readMails(desk)];
  const stale = await conflicts.previewKeep(third, { ...options, others: [] });
  await conflicts.keep(third, options);

  expect([unchanged, none, stale]).toEqual([before, [], undefined]);
  expect(previewed?.map(({ subject, text }) => [subject, text])).toEqual([
    ['true', `${third} waits for `],
    ['true', `${first} waits for `],
  ]);
  expect((await readMails(desk)).map(({ text }) => text)).toEqual(previewed?.map(({ text }) => text));
  expect((await readPlaces(desk)).map(({ active, waiting }) => [active, waiting])).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
  ]);
});

test('the preview of one decision keeps the earlier ones', async (desk) => {
  const [reference = ''] = await register(desk, 1);
  await decide(desk, { references: [reference], decision: 'waiting', reason: 'Earlier.' });

  const { letters } = await desk.decisions.preview({
    references: [reference],
    decision: (code) => (code === course ? 'refused' : undefined),
    seats: () => 2,
    now,
    reasonFor,
    letterFor,
  });

  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toContain('We can’t give you a place');
  expect(letters[0]?.text).not.toContain('Earlier.');
});
