import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { staffSettings } from '#test/staff-session.ts';
import { useShared } from '#test/use-shared.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import { maxChosen } from '#lib/staff/choose-registrations.ts';
import { maxNote } from '#lib/staff/write-note.ts';
import { openStore, type Store } from '#lib/store/open.ts';
import { offered, oneCourse, openTerm, otherCourse, serveForms, type FormsSite } from './forms-site.ts';
import { storeSettings } from './machines-site.ts';
import { createStaffClient } from './staff-client.ts';

/** Courses with seats in which no other test registers. */
const [freeCourse = '', turnCourse = ''] = offered
  .map(({ code }) => code)
  .filter((code) => ![oneCourse, otherCourse].includes(code));
/** Courses without seats, because they are not offered. */
const fullCourses = [
  'ZFULL101',
  'ZFULL102',
  'ZFULL103',
  'ZFULL104',
  'ZFULL105',
  'ZFULL106',
  'ZFULL107',
  'ZFULL108',
];
const [fullCourse = ''] = fullCourses;
/** A course that lost its seats after somebody got one of them. No other test registers in it. */
const shrunkCourse = 'ZLESS101';
const many = '/staff/registrations/decide';

const smtp = useShared(() => startSmtp());
let site: FormsSite;
let store: Store;

beforeAll(async () => {
  const dataDir = makeFolder();
  const stores = await storeSettings();
  store = await openStore({ dataDir, databaseUrl: stores.DATABASE_URL });
  site = await serveForms({
    ...staffSettings,
    ...stores,
    DATA_DIR: dataDir,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Larkmoor <office@larkmoor.example>',
  });
});

afterAll(async () => {
  await store.close();
  await site.remove();
});

const { get, openForm, post } = createStaffClient(() => site.origin);

let count = 0;

/** Stores a registration. @returns its reference */
async function register(
  given: {
    courses?: string[];
    note?: string;
    isConfirmed?: boolean;
    seats?: number;
    isWaiting?: boolean;
  } = {},
): Promise<string> {
  const { courses = [oneCourse], note = null, isConfirmed = true, seats = 0, isWaiting = false } = given;
  count += 1;
  const ownReference = `R-DEC0-${String(count).padStart(4, '0')}`;
  const { reference } = await createRegistrations(store).insertOnce(
    {
      studentNumber: `LK8${String(count).padStart(5, '0')}`,
      givenName: 'Ana',
      familyName: `Ng ${count}`,
      email: `ana${count}@example.org`,
      emailKey: `ana${count}@example.org`,
      term: openTerm.id,
      courses,
      note,
      receivedAt: Date.now(),
    },
    {
      seats: {
        ...Object.fromEntries(fullCourses.map((code) => [code, 0])),
        [shrunkCourse]: seats,
        ...(isWaiting && Object.fromEntries(courses.map((code) => [code, 0]))),
      },
      sameWithin: 0,
      needsConfirmation: !isConfirmed,
      createReference: () => ownReference,
      mailsFor: () => [],
    },
  );
  return reference;
}

const placesOf = (reference: string) =>
  site.read(
    `select course, decision from registration_courses where registration_id =
      (select id from registrations where reference = '${reference}') order by course`,
  );

const decisionsAbout = async (reference: string) =>
  (await placesOf(reference)).map(({ decision }) => decision);

/** The hidden fields of the form in a page, by name. */
function hiddenFields(html: string): Record<string, string[]> {
  const form = /<form[^>]*decision-form[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const fields = [...form.matchAll(/type="hidden" name="([^"]+)" value(?:="([^"]*)")?/g)].filter(
    ([, name]) => name !== 'csrf',
  );
  const groups = Map.groupBy(fields, ([, name = '']) => name);
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.map(([, , value = '']) => value)]));
}

test('the registrar sees what a decision about many will do, makes it, and can undo it', async () => {
  const [first, second] = [await register(), await register({ courses: [oneCourse, otherCourse] })];
  const unconfirmed = await register({ isConfirmed: false });
  const form = await openForm('registrar', '/staff/registrations');
  const chosen = { reference: [first, second, unconfirmed], decision: 'refused' };

  const preview = await post(many, chosen, form);
  const text = await preview.text();
  expect(preview.status).toBe(200);
  expect(text).toContain('<caption>This will happen to 2 registrations: 3 without a place</caption>');
  expect(text).toContain('The student has not confirmed it yet.');
  const [before = ''] = text.split('Decide and write');
  expect(before).toMatch(new RegExp(`${unconfirmed}</a> <span dir="auto">Ana Ng \\d+</span>: The student`));
  expect(await decisionsAbout(first)).toEqual([null]);

  const sentences = { 'reason-refused': 'Too few students.', 'reason-place': 'Bring boots.' };
  const made = await post(many, { ...chosen, ...sentences, action: 'decide' }, form);
  const result = await (await get(made.headers.get('location') ?? '', 'registrar')).text();
  expect([made.status, await decisionsAbout(first)]).toEqual([303, ['refused']]);
  expect(result).toContain('Decided about 2 registrations: 3 without a place.');
  expect(result).toContain('<title>Decided |');
  const batch = new URL(made.headers.get('location') ?? '', site.origin).searchParams.get('batch') ?? '';

  const unknown = await post(`${many}?batch=${batch}`, { action: 'undo', batch: 'unknown' }, form);
  const refused = await unknown.text();
  expect(refused).toContain('It is too late to undo this.');
  expect(refused).toContain(first);

  const undone = await post(many, { action: 'undo', batch }, form);
  expect([undone.status, await decisionsAbout(second)]).toEqual([303, [null, null]]);
  const [row] = await site.read(`select handling from registrations where reference = '${second}'`);
  expect(row).toMatchObject({ handling: 'new' });
  const mails = await site.read(
    `select status from outbox where about in ('${first}', '${second}') and kind = 'registration-decision'`,
  );
  expect(mails.map(({ status }) => status)).toEqual(['dropped', 'dropped']);
});

test('the registrar decides about one registration on its page, with a sentence for the student', async () => {
  const reference = await register();
  const path = `/staff/registrations/${reference}`;
  const form = await openForm('registrar', path);
  const course = `course-${oneCourse}`;

  const nothing = await post(path, { action: 'decide', [course]: '' }, form);
  const noneChosen = await (await post(many, { decision: 'place' }, form)).text();
  const wrong = await post(path, { action: 'decide', [course]: 'maybe' }, form);
  const made = await post(path, { action: 'decide', [course]: 'place', reason: 'Well done.' }, form);
  const page = await (await get(path, 'registrar')).text();
  const forbidden = await post(path, { action: 'decide', [course]: 'place' }, await openForm('editor'));

  expect([nothing.status, wrong.status, made.status, forbidden.status]).toEqual([400, 400, 303, 403]);
  expect(page).toContain(`${oneCourse}: Place`);
  expect(page).toContain('href="/staff/registrations?email=conflict');
  expect(noneChosen).toContain('You chose no registrations.');
  expect(page).toContain('“Well done.”');
  expect(page).toContain('Undo');
});

test('a decision on a page that was opened before another decision is refused', async () => {
  const reference = await register();
  const path = `/staff/registrations/${reference}`;
  const form = await openForm('registrar', path);
  const course = `course-${oneCourse}`;
  const open = hiddenFields(await (await get(path, 'registrar')).text());
  const preview = await post(many, { reference, decision: 'refused' }, form);
  const stalePreview = hiddenFields(await preview.text());
  await post(path, { ...open, action: 'decide', [course]: 'waiting' }, form);

  const stale = await post(path, { ...open, action: 'decide', [course]: 'refused' }, form);
  const staleMany = await post(many, { ...stalePreview, action: 'decide' }, form);
  const again = hiddenFields(await staleMany.text());
  const before = await decisionsAbout(reference);
  const made = await post(many, { ...again, action: 'decide' }, form);

  expect([stale.status, staleMany.status, before]).toEqual([400, 400, ['waiting']]);
  expect(await stale.text()).toContain('Someone else has changed this.');
  expect([made.status, await decisionsAbout(reference)]).toEqual([303, ['refused']]);
});

test('a place in a full course is asked about first, on the page of one registration', async () => {
  const reference = await register({ courses: [oneCourse, fullCourse] });
  const path = `/staff/registrations/${reference}`;
  const form = await openForm('registrar', path);
  const choice = { [`course-${oneCourse}`]: 'place', [`course-${fullCourse}`]: 'place' };

  const asked = await post(path, { ...choice, action: 'decide', reason: 'Bring boots.' }, form);
  const question = await asked.text();
  const before = await decisionsAbout(reference);
  const made = await post(path, { ...hiddenFields(question), action: 'decide' }, form);

  expect([asked.status, before]).toEqual([200, [null, null]]);
  expect(question).toContain('A course is full');
  expect(question).toContain('no seat is free');
  expect(question).toContain('Bring boots.');
  expect(made.status).toBe(303);
  expect(await placesOf(reference)).toEqual([
    { course: oneCourse, decision: 'place' },
    { course: fullCourse, decision: 'waiting' },
  ]);
});

test('a place beyond the seats of a course that has fewer by now is asked about first', async () => {
  const reference = await register({ courses: [shrunkCourse], seats: 9 });
  const path = `/staff/registrations/${reference}`;
  const choice = { [`course-${shrunkCourse}`]: 'place', action: 'decide' };

  const asked = await post(path, choice, await openForm('registrar', path));
  const question = await asked.text();
  const preview = await post(
    many,
    { reference, decision: 'place' },
    await openForm('registrar', '/staff/registrations'),
  );
  const before = await decisionsAbout(reference);
  const form = await openForm('registrar', path);
  const made = await post(path, { ...hiddenFields(question), action: 'decide' }, form);

  for (const html of [question, await preview.text()]) {
    expect(html).toContain('more places than the course has seats');
  }
  expect([asked.status, before]).toEqual([200, [null]]);
  expect([made.status, await decisionsAbout(reference)]).toEqual([303, ['place']]);
});

test('a free seat goes to the next of the waiting list with one click, and the page says who was passed over', async () => {
  const seats = `/staff/seats?term=${openTerm.id}`;
  const courses = [freeCourse];
  const withdrawn = await register({ courses });
  const unconfirmed = await register({ courses, isWaiting: true, isConfirmed: false });
  const [first, second] = [
    await register({ courses, isWaiting: true }),
    await register({ courses, isWaiting: true }),
  ];
  await createRegistrations(store).withdraw(withdrawn, { now: Date.now(), mails: [] });
  const form = await openForm('registrar', seats);
  const shown = await (await get(seats, 'registrar')).text();
  const overview = await (await get('/staff', 'registrar')).text();
  const ofWithdrawn = await (await get(`/staff/registrations/${withdrawn}`, 'registrar')).text();
  const turn = { turn: freeCourse, [`course-${freeCourse}`]: 'place', reference: first };

  const forbidden = await post(seats, turn, await openForm('editor'));
  const before = await decisionsAbout(first);
  const given = await post(seats, turn, form);
  const again = await post(seats, turn, form);
  const next = await post(seats, { ...turn, reference: withdrawn }, form);
  const withoutTurn = await post(seats, { [`course-${freeCourse}`]: 'place', reference: second }, form);
  const result = await (await get(given.headers.get('location') ?? '', 'registrar')).text();
  const batch = new URL(given.headers.get('location') ?? '', site.origin).searchParams.get('batch') ?? '';
  const changed = await next.text();
  const undone = await post(seats, { action: 'undo', batch }, form);

  expect(overview).toMatch(new RegExp(`<a href="${seats.replace('?', '\\?')}">[^<]*free seats? again`));
  for (const html of [shown, ofWithdrawn]) {
    expect(html).toMatch(new RegExp(`place to the next:[^(]*Ana Ng \\d+</span> \\(${first}\\)`));
    expect(html).toMatch(new RegExp(`${unconfirmed}</a>[^:]*: The student has not confirmed it yet.`));
  }
  expect([withoutTurn.status, await decisionsAbout(second)]).toEqual([400, [null]]);
  expect([forbidden.status, before, given.status, again.status, next.status]).toEqual([
    403,
    [null],
    303,
    303,
    400,
  ]);
  expect(again.headers.get('location')).toBe(`${seats}&batch=${batch}`);
  expect(result).toContain(`Decided about ${first}: 1 place.`);
  expect(result).toMatch(new RegExp(`Undo.*${first}</a>.*${freeCourse} Place`, 's'));
  expect(changed).toContain(`${withdrawn} is not the next on the waiting list of ${freeCourse} any more.`);
  expect(changed).toMatch(new RegExp(`place to the next:[^(]*\\(${second}\\)`));
  expect([undone.status, undone.headers.get('location'), await decisionsAbout(first)]).toEqual([
    303,
    expect.stringContaining(seats),
    [null],
  ]);
});

test('the turn is checked again after the registrar has read the email about a free seat', async () => {
  const courses = [turnCourse];
  const first = await register({ courses, isWaiting: true, isConfirmed: false });
  const second = await register({ courses, isWaiting: true });
  const path = `/staff/registrations/${second}`;
  const seats = `/staff/seats?term=${openTerm.id}`;
  const shown = await (await get(seats, 'registrar')).text();
  const [button = ''] = shown.match(new RegExp(`<button[^>]*formaction="${path}"[^>]*>`)) ?? [];
  const form = await openForm('registrar', path);
  const turn = { turn: turnCourse, [`course-${turnCourse}`]: 'place', reference: second };

  const preview = await (await post(path, { ...turn, action: 'preview' }, form)).text();
  await createRegistrations(store).confirm(first, { now: Date.now(), seats: {}, lateMailsFor: () => [] });
  const late = await post(path, { ...hiddenFields(preview), action: 'decide' }, form);
  const stale = await post(path, { ...turn, seen: 'an earlier decision', action: 'preview' }, form);

  expect(button).toContain('name="action" value="preview"');
  expect(preview).toContain('Decision: You have a place');
  expect([late.status, stale.status, await decisionsAbout(second)]).toEqual([400, 400, [null]]);
  expect(await late.text()).toContain(`${second} is not the next on the waiting list of ${turnCourse}`);
  expect(await stale.text()).toContain('Someone else has changed this.');
});

test('the registrar sees the email about one registration before it is sent, without the student’s links', async () => {
  const reference = await register();
  const path = `/staff/registrations/${reference}`;
  const form = await openForm('registrar', path);
  const choice = { [`course-${oneCourse}`]: 'refused', reason: 'Too few students.' };

  const preview = await (await post(path, { ...choice, action: 'preview' }, form)).text();
  const nothing = await post(path, { action: 'preview' }, form);
  const before = await decisionsAbout(reference);
  const shorter = { ...hiddenFields(preview), reason: 'Next year again.' };
  const again = await (await post(path, { ...shorter, action: 'preview' }, form)).text();
  const made = await post(path, { ...shorter, action: 'decide' }, form);

  const letterIn = (html: string) => /<details class="letter"[\s\S]*?<\/details>/.exec(html)?.[0] ?? '';
  expect(preview).toContain('Before you decide');
  expect(letterIn(preview)).toMatch(/Ana Ng \d+ &lt;ana\d+@example.org&gt;/);
  expect(letterIn(preview)).toContain('Decision: We can’t give you a place');
  expect(letterIn(preview)).toContain('Too few students.');
  expect(letterIn(again)).toContain('Next year again.');
  expect([nothing.status, before, made.status]).toEqual([400, [null], 303]);
  const [mail] = await site.read(
    `select mail from outbox where about = '${reference}' and kind = 'registration-decision'`,
  );
  const { text } = JSON.parse(String(mail?.['mail'])) as { text: string };
  const [, shown = ''] = /<p class="visitor-text">([\s\S]*?)<\/p>/.exec(letterIn(again)) ?? [];
  expect(shown.replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toBe(
    text.replaceAll(/token=\S+/g, 'token=…'),
  );
});

test('the preview of many has the students’ notes and a sentence for each outcome', async () => {
  const placed = await register({ note: 'I use a wheelchair.\n<b>Thanks</b>' });
  const waits = await register({ courses: [fullCourse] });
  const form = await openForm('registrar', '/staff/registrations');

  const preview = await post(many, { reference: [placed, waits], decision: 'place' }, form);
  const html = await preview.text();
  await post(
    many,
    {
      ...hiddenFields(html),
      action: 'decide',
      'reason-place': 'Bring your card.',
      'reason-waiting': 'We write in March.',
    },
    form,
  );
  const letters = html.match(/<details class="letter"/g);

  expect(letters).toHaveLength(2);
  expect(html).toMatch(/<strong>Place:<\/strong> To [\s\S]*<strong>Waiting list:<\/strong> To /);
  expect(html).toMatch(new RegExp(`${oneCourse}\\s*<span class="meta">[A-Z]`));
  expect(html).toMatch(/<strong>Waiting list<\/strong>\s*<span class="meta">no seat is free/);
  expect(html).toContain('I use a wheelchair.\n&lt;b&gt;Thanks');
  expect([...html.matchAll(/<textarea[^>]* name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    'reason-place',
    'reason-waiting',
  ]);
  const reasons = await site.read(
    `select r.reference, d.reason from decisions as d join registrations as r on r.id = d.registration_id
      where r.reference in ('${placed}', '${waits}') order by r.id`,
  );
  expect(reasons).toEqual([
    { reference: placed, reason: 'Bring your card.' },
    { reference: waits, reason: 'We write in March.' },
  ]);
});

test('all registrations of the page, or all that match the filter, are chosen without ticking each', async () => {
  const [first, second] = [
    await register({ courses: [otherCourse] }),
    await register({ courses: [otherCourse] }),
  ];
  const unconfirmed = await register({ courses: [otherCourse], isConfirmed: false });
  const query = `course=${otherCourse}&email=confirmed&decision=open`;
  const list = await get(`/staff/registrations?${query}`, 'registrar');
  const form = await openForm('registrar', '/staff/registrations');
  const html = await list.text();
  const listed = [...html.matchAll(/name="listed" value="([^"]+)"/g)].map(([, reference = '']) => reference);

  const ofPage = await post(many, { all: 'page', listed, decision: 'place' }, form);
  const matching = await post(many, { all: 'matching', query, decision: 'place' }, form);
  const none = await post(many, { all: 'matching', query: 'q=nobody', decision: 'place' }, form);

  expect(listed).toEqual(expect.arrayContaining([first, second]));
  expect(listed).not.toContain(unconfirmed);
  for (const preview of [ofPage, matching]) {
    expect(hiddenFields(await preview.text())['reference']?.toSorted()).toEqual(listed.toSorted());
  }
  expect(none.status).toBe(400);
});

test('the most registrations that can be chosen, each with its warnings, are decided about together', async () => {
  const registering = Array.from({ length: maxChosen }, () => register({ courses: fullCourses }));
  const references = await Promise.all(registering);
  const form = await openForm('registrar', '/staff/registrations');

  const preview = await post(many, { reference: references, decision: 'place' }, form);
  const fields = hiddenFields(await preview.text());
  const made = await post(many, { ...fields, action: 'decide' }, form);

  expect(fields['reference']).toHaveLength(maxChosen);
  expect(fields['warned']).toHaveLength(maxChosen * fullCourses.length);
  expect(made.status).toBe(303);
  expect(await decisionsAbout(references.at(-1) ?? '')).not.toContain(null);
});

test('the overview links the number of registrations to decide to the list of them', async () => {
  await register();

  const overview = await (await get('/staff', 'registrar')).text();
  const [, path = '', count = ''] =
    /<a href="([^"]+)">(\d+)<\/a>/.exec(overview.split('Registrations to decide')[1] ?? '') ?? [];
  const list = await (await get(path.replaceAll('&#38;', '&').replaceAll('&amp;', '&'), 'registrar')).text();

  expect(count).toMatch(/[1-9]/);
  expect(list.match(/class="row-link"/g)).toHaveLength(Number(count));
});

test('the list and the CSV file show the decision about each course', async () => {
  const decided = await register({ courses: [oneCourse, otherCourse] });
  const open = await register();
  const path = `/staff/registrations/${decided}`;
  const choice = { [`course-${oneCourse}`]: 'place', [`course-${otherCourse}`]: 'refused' };
  await post(path, { ...choice, action: 'decide' }, await openForm('registrar', path));

  const list = await (await get(`/staff/registrations?q=${decided}`, 'registrar')).text();
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const csv = await (await get('/staff/registrations.csv', 'registrar', headers)).text();

  const codes = /<ul class="codes">[\s\S]*?<\/ul>/.exec(list)?.[0] ?? '';
  expect(codes.replaceAll(/<[^>]+>|\s+/g, ' ').trim()).toMatch(
    new RegExp(`^${oneCourse} +[^ ].* Place +${otherCourse} +[^ ].* No place$`),
  );
  const decisionsCell = (start: string) =>
    csv
      .split('\r\n')
      .find((line) => line.startsWith(start))
      ?.split(',')
      .at(-2);
  expect(decisionsCell('Reference')).toBe('Decisions');
  expect(decisionsCell(decided)).toBe(`${oneCourse} Place; ${otherCourse} No place`);
  expect(decisionsCell(open)).toBe('');
});

test('registrars note what others should know, and read it on the page, in the list and before they decide', async () => {
  const reference = await register({ note: 'I use a wheelchair.' });
  const path = `/staff/registrations/${reference}`;
  const form = await openForm('registrar', path);
  const note = 'Room 2 has a ramp.\n<b>Ask Bo</b>';

  const long = await post(path, { action: 'write-note', note: 'x'.repeat(maxNote + 1) }, form);
  const empty = await post(path, { action: 'write-note', note: ' ' }, form);
  const forbidden = await post(path, { action: 'write-note', note }, await openForm('editor'));
  const written = await post(path, { action: 'write-note', note }, form);
  const again = await post(path, { action: 'write-note', note }, form);
  const page = await (await get(written.headers.get('location') ?? '', 'registrar')).text();
  const list = await (await get(`/staff/registrations?q=${reference}`, 'registrar')).text();
  const preview = await (await post(many, { reference, decision: 'place' }, form)).text();
  const [, id = ''] = /name="id" value="([^"]+)"/.exec(page) ?? [];
  const deleted = await post(path, { action: 'delete-note', id }, form);
  const without = await (await get(path, 'registrar')).text();

  expect([long.status, empty.status, forbidden.status]).toEqual([400, 400, 403]);
  expect(await long.text()).toMatch(/The note is too long\.[\s\S]*<textarea id="note"[^>]*>x{2001}</);
  expect([written.status, again.status, deleted.status]).toEqual([303, 303, 303]);
  expect(page).toContain(`A note about ${reference} was saved.`);
  expect(page.match(/name="action" value="delete-note"/g)).toHaveLength(1);
  expect(list).toContain('Staff note');
  for (const html of [page, preview]) {
    expect(html).toContain('Room 2 has a ramp.\n&lt;b&gt;Ask Bo&lt;/b&gt;');
    expect(html).not.toContain('<b>Ask Bo</b>');
  }
  expect(preview).toMatch(/I use a wheelchair\.[\s\S]*Note by [^:]+@[^:]+: Room 2/);
  expect(without).not.toContain('Room 2');
});
