import { expect } from 'vitest';
import { createSubmissionLetters } from '#lib/mail/submission-letters.ts';
import { submissionExport } from '#lib/staff/exports.ts';
import type { Store } from '#lib/store/open.ts';
import { sweep } from '#lib/store/retention.ts';
import { createStaffActions } from '#lib/store/staff/staff-actions.ts';
import { createSubmissionList } from '#lib/store/forms/submission-list.ts';
import { createSubmissions } from '#lib/store/forms/submissions.ts';
import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { newStore, testOnStores } from '#test/stand-ins/stores.ts';
import { applicationForm } from './application-form.ts';
import { enquiryForm } from './enquiry-form.ts';
import { createLinkTokens } from './link-tokens.ts';
import { acceptSubmission, listSubmissionAnswers, withdrawSubmission } from './submission.ts';
import { emailKey } from './text-fields.ts';

const test = testOnStores(newStore);
const tokens = createLinkTokens(['a secret for tests']);
const letters = createSubmissionLetters({
  ...letterSettings,
  registrarEmail: 'office@larkmoor.example',
  replies: { application: 'You get an answer soon.', enquiry: 'We answer soon.' },
  paths: { application: '/apply', enquiry: '/enquire' },
});
const aboutSoil = { value: '/courses/soil-science', label: 'Soil Science (SOIL101)', aliases: ['SOIL101'] };
const enquiryNeeds = { form: enquiryForm, options: { about: [aboutSoil] }, tokens, letters };
const diploma = { value: 'diploma-soils', label: 'Diploma in Soils' };
const courses = ['SOIL101', 'HYD101'].map((value) => ({ value, label: `${value} Title` }));
const applicationNeeds = {
  form: applicationForm,
  options: { program: [diploma], courses, start: [], heard: [] },
  tokens,
  letters,
};
const question = {
  about: aboutSoil.value,
  question: 'See https://spam.example',
  name: 'Zoë Łukaszewicz-Reid',
  email: 'Zoe@Example.org',
};
const applicant = {
  program: diploma.value,
  courses: ['SOIL101'],
  givenName: 'Ana',
  familyName: 'Li',
  email: 'ana@example.org',
  qualifications: 'Two A levels',
  consent: 'yes',
};
const now = new Date('2026-11-22T10:00:00Z');

type Mail = { kind: string; to: string; subject: string; text: string };

async function readMails(store: Store): Promise<Mail[]> {
  const rows = await store.query((db) =>
    db.selectFrom('outbox').select(['kind', 'mail']).orderBy('id').execute(),
  );
  return rows.map(({ kind, mail }) => {
    const { to, subject, text } = JSON.parse(mail ?? '{}') as {
      to: { address: string };
      subject: string;
      text: string;
    };
    return { kind, to: to.address, subject, text };
  });
}

const mailOf = async (store: Store, kind: string) =>
  (await readMails(store)).find((mail) => mail.kind === kind)!;

test('the same enquiry within a day is stored once, with its two emails', async (store) => {
  const needs = { ...enquiryNeeds, submissions: createSubmissions(store), now };

  const both = await Promise.all([
    acceptSubmission(question, needs),
    acceptSubmission({ ...question, email: 'zoe@EXAMPLE.org' }, needs),
  ]);
  const other = await acceptSubmission({ ...question, question: 'Another' }, needs);
  const nextDay = await acceptSubmission(question, { ...needs, now: new Date('2026-11-23T10:00:01Z') });

  expect(both[0].reference).toMatch(/^E-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(both[1].reference).toBe(both[0].reference);
  expect(new Set([both[0], other, nextDay].map(({ reference }) => reference)).size).toBe(3);
  const mails = (await readMails(store)).filter(({ subject }) => subject.includes(both[0].reference));
  expect(mails.map(({ kind: mail, to }) => [mail, to]).toSorted()).toEqual([
    ['enquiry-notice', 'office@larkmoor.example'],

    ['enquiry-receipt', expect.stringMatching(/^zoe@example.org$/i)],
  ]);
});

test('the email to the person repeats no user input except the name; the office gets all of it', async (store) => {
  await acceptSubmission(question, { ...enquiryNeeds, submissions: createSubmissions(store) });
  const receipt = await mailOf(store, 'enquiry-receipt');
  const notice = await mailOf(store, 'enquiry-notice');

  expect(receipt.text).toContain('Dear Zoë Łukaszewicz-Reid,');
  expect(receipt.text).toContain('question about “Soil Science (SOIL101)”');
  expect(receipt.text).toContain('We answer soon.');
  expect(receipt.text).toContain('About: Soil Science (SOIL101)');
  expect(receipt.text).not.toContain('spam');
  expect(notice.text).toContain('About: Soil Science (SOIL101)');
  expect(notice.text).toContain('Question:\nSee https://spam.example');
});

test('options that are not on offer are refused at their fields, and nothing is stored', async (store) => {
  const needs = { ...applicationNeeds, submissions: createSubmissions(store) };

  const result = acceptSubmission(
    { ...applicant, program: 'no-such', courses: ['NOPE999'], start: 'x' },
    needs,
  );

  await expect(result).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    fields: {
      program: 'Choose a programme from the list',
      courses: 'Choose at most 8 different courses',
      start: 'Choose a term from the list',
    },
  });
  expect(await readMails(store)).toEqual([]);
});

test('an application can be withdrawn once, and only with a link for its form', async (store) => {
  const submissions = createSubmissions(store);
  const { reference } = await acceptSubmission(applicant, { ...applicationNeeds, submissions });
  const receipt = await mailOf(store, 'application-receipt');
  const token = /token=(\S+)/.exec(receipt.text)?.[1] ?? '';

  const wrongForm = withdrawSubmission(token, { ...enquiryNeeds, submissions });
  await expect(wrongForm).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  for (let times = 0; times < 2; times += 1) {
    expect(await withdrawSubmission(token, { ...applicationNeeds, submissions })).toEqual({ reference });
  }
  const again = await acceptSubmission(applicant, { ...applicationNeeds, submissions });

  expect(again.reference).not.toBe(reference);
  expect(await submissions.find(reference)).toMatchObject({ handling: 'withdrawn', live: 0 });
  const kinds = (await readMails(store)).map((mail) => mail.kind);
  expect(kinds.filter((each) => each.includes('withdrawal')).toSorted()).toEqual([
    'application-withdrawal',
    'application-withdrawal-notice',
  ]);
});

test('staff can find submissions by name, address, reference, status and topic', async (store) => {
  const submissions = createSubmissions(store);
  const { reference } = await acceptSubmission(question, { ...enquiryNeeds, submissions });
  await acceptSubmission(
    { question: 'Any?', name: 'Bo 100%', email: 'bo@example.org' },
    { ...enquiryNeeds, submissions },
  );
  await acceptSubmission(applicant, { ...applicationNeeds, submissions });
  await createStaffActions(store, { emailKey }).setHandling(reference, {
    from: 'new',
    to: 'done',
    who: 'ann@staff.example',
    now: now.getTime(),
  });
  const list = createSubmissionList(store);
  const find = async (filter: Parameters<typeof list.page>[1]) =>
    (await list.page('enquiry', filter, { limit: 10 })).rows.map(({ name }) => name.split(' ')[0]);

  expect(await find({})).toEqual(['Bo', 'Zoë']);
  for (const text of [
    'zoe',
    'ŁUKA',
    'luka',
    '@example.org zoe',
    reference.replaceAll('-', ''),
    'reid',
    'zoe@exa',
    'Zoe Reid',
    reference,
    reference.slice(2, 6),
  ]) {
    expect(await find({ text }), text).toEqual(['Zoë']);
  }
  expect(await find({ text: '100%' })).toEqual(['Bo']);
  // Each text contains a character that references never contain.
  for (const text of ['%', '_o', 'oe', 'li']) expect(await find({ text }), text).toEqual([]);
  expect(await find({ handling: 'done' })).toEqual(['Zoë']);
  expect(await find({ topic: aboutSoil.value })).toEqual(['Zoë']);
  expect(await list.topics('enquiry')).toEqual([aboutSoil.value]);
  expect(await list.detail('application', reference)).toBeUndefined();
  expect(await list.counts('enquiry', { today: '0', overdue: 'f' })).toEqual({
    today: 2,
    new: 1,
    'in-progress': 0,
    overdue: 1,
  });
});

test('the CSV file contains every field of the form, with the labels of options', async (store) => {
  await acceptSubmission(applicant, { ...applicationNeeds, submissions: createSubmissions(store) });

  const { columns, batches } = submissionExport(
    { form: 'application', filter: {} },
    {
      submissions: createSubmissionList(store),
      moment: String,
      answersOf: (row) => listSubmissionAnswers(row, applicationNeeds),
    },
  );
  const [row = []] = (await batches.next()).value ?? [];

  const cells = Object.fromEntries(columns.map((column, index) => [column, row[index]]));
  expect(cells).toMatchObject({
    Status: 'New',
    Programme: 'Diploma in Soils',
    'First courses': 'SOIL101 Title',
    Start: '',
    'Given name': 'Ana',
    Qualifications: 'Two A levels',
    Consent: 'yes',
  });
});

test('deletePerson and the sweep delete submissions with their emails', async (store) => {
  const submissions = createSubmissions(store);
  await acceptSubmission(question, { ...enquiryNeeds, submissions, now });
  await acceptSubmission(applicant, { ...applicationNeeds, submissions, now });
  const actions = createStaffActions(store, { emailKey });
  const who = { who: 'ann@staff.example', now: now.getTime() };

  expect(await actions.countPerson('ZOE@example.org')).toMatchObject({ submissions: 1, mails: 2 });
  await actions.deletePerson('zoe@example.org', who);
  expect(await actions.countPerson('zoe@example.org')).toMatchObject({ submissions: 0, mails: 0 });
  const after = (days: number) => new Date(now.getTime() + days * 86_400_000 + 1);
  const early = await sweep({ store, retentionDays, now: after(9) });
  const due = await sweep({ store, retentionDays, now: after(10) });

  expect([early.applications, due.applications, due.enquiries]).toEqual([0, 1, 0]);
});

const retentionDays = {
  registrations: 400,
  applications: 10,
  enquiries: 5,
  pendingSignups: 30,
  unsubscribedSignups: 365,
  mails: 30,
  heldMails: 7,
  staffLog: 730,
  insights: 90,
};
