import { expect } from 'vitest';
import { newStore, testOnStores } from '#test/stand-ins/stores.ts';
import { createDeskPeople } from './desk-people.ts';
import { createChangeSets } from './editing-change-sets.ts';
import { createDrafts } from './editing-drafts.ts';
import { allowed, ann, bob, now, path } from './editing.fixture.ts';
import { createComments } from './editing-notes.ts';
import type { ReviewMailFacts } from './review-mails.ts';

const test = testOnStores(newStore);
const cleo = { email: 'cleo@staff.example', name: 'Cleo' };
const dan = 'dan@staff.example';

test('reviewers are mailed about a submission, authors about the decision, and people can turn it off', async (store) => {
  const sent: ReviewMailFacts[] = [];
  const letter = (facts: ReviewMailFacts) => {
    sent.push(facts);
    const mail = { kind: 'x', about: facts.id, subject: 'x', text: 'x', html: 'x' };
    return { ...mail, to: { name: facts.to.name, address: facts.to.email } };
  };
  const sets = createChangeSets(store, { letter, reviewers: [dan, ann.email] });
  const people = createDeskPeople(store);
  const saved = await createDrafts(store).save({
    ...{ path, version: 0, basedOn: null, text: 'x', by: ann, now, title: 'Fees' },
  });
  const set = 'draft' in saved ? saved.draft.changeSet : '';
  await people.see(bob, { isReviewer: true, now });
  await people.see(cleo, { isReviewer: true, now });
  await people.setWantsMails(cleo, false, now);
  const taken = () => sent.splice(0).map(({ event, to, text }) => [event, to.email, text]);

  await sets.submit(set, 'New fees.', allowed(ann));
  const submitted = taken().toSorted();
  await createComments(store).add(set, { path, line: 3, quote: 'Fees', text: 'Whose?' }, { who: bob, now });
  await sets.return(set, 'Say why.', allowed(bob));
  const comments = sent.map((facts) => facts.comments.map(({ quote, text }) => `${quote}: ${text}`));
  const returned = taken();
  await sets.submit(set, 'New fees.', allowed(ann));
  taken();
  await sets.approve(set, { publishAt: now + 60_000, approved: 'd', isOwn: false }, allowed(bob));
  const scheduled = taken();
  await sets.reschedule(set, now, allowed(bob));
  const approved = taken();
  await sets.fail(set, { failure: 'Unreachable.', retryAt: now });
  await sets.fail(set, { failure: 'Unreachable.', retryAt: now });
  const failed = taken();

  expect(submitted).toEqual([
    ['submitted', bob.email, 'New fees.'],
    ['submitted', dan, 'New fees.'],
  ]);
  expect(comments).toEqual([['Fees: Whose?']]);
  expect(returned).toEqual([['returned', ann.email, 'Say why.']]);
  expect(scheduled).toEqual([['scheduled', ann.email, '']]);
  expect(approved).toEqual([['approved', ann.email, '']]);
  expect(failed).toEqual([
    ['failed', ann.email, 'Unreachable.'],
    ['failed', bob.email, 'Unreachable.'],
  ]);
  expect([await people.wantsMails(cleo.email), await people.wantsMails(bob.email)]).toEqual([false, true]);
  const queued = await store.query((db) => db.selectFrom('outbox').select('about').execute());
  expect(queued).toHaveLength(9);
});
