import { expect, test } from 'vitest';
import { clockOf, dayOf } from '#lib/content/local-time.ts';
import { addDays } from '#lib/content/terms.ts';
import { plainText } from '#lib/content/checking/tags.ts';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { today, courses, events, of, textOf, found, sectionOf } from '#test/sample-content.ts';

// Compares facts about days, times and terms. Delete it in a fork with its own content.

test('courses, programs, handbook and pages do not hard-code the year of a term', () => {
  for (const { file, outline, text } of of('courses', 'programs', 'handbook', 'pages')) {
    expect([file, found(text, /\b(?:spring|summer|autumn)(?: term)? 20\d\d\b/gi)]).toEqual([file, []]);
    const names = outline.components.flatMap(({ name, attributes }) =>
      name === 'Term' ? (plainText(attributes.get('name')?.value) ?? []) : [],
    );
    expect([file, names.filter((name) => /\d/.test(name))]).toEqual([file, []]);
  }
});

const meetings = courses.flatMap(({ code, offerings, people: teachers }) =>
  offerings.flatMap(({ term, place, times }) =>
    times.map((time) => ({ ...time, code, term, teachers, room: place?.split(' and ')[0] })),
  ),
);

test('no teacher or room has two classes at once', () => {
  for (const one of meetings) {
    const others = meetings.filter(
      (other) =>
        other.code > one.code &&
        other.term === one.term &&
        other.day === one.day &&
        other.from < one.to &&
        one.from < other.to &&
        (other.teachers.some((id) => one.teachers.includes(id)) ||
          (one.room !== undefined && other.room === one.room)),
    );
    expect([one.code, one.term, others.map(({ code }) => code)]).toEqual([one.code, one.term, []]);
  }
});

/** Returns the term that contains a day. */
function termOn(day: string) {
  return listTerms(institute().terms, day).find(({ starts, ends }) => starts <= day && day <= ends);
}

test('the news about evenings in the library names the days on which most evening classes meet at Weir House', () => {
  const evenings = meetings.filter(
    ({ term, from, room }) => term !== 'summer' && from >= '17:00' && room !== undefined,
  );
  const onThoseDays = evenings.filter(({ day }) => day === 'tuesday' || day === 'thursday');

  expect(textOf('/news/library-evenings')).toContain(
    'In autumn and spring most of the evening classes at Weir House meet on these days',
  );
  expect(onThoseDays.length).toBeGreaterThan(evenings.length / 2);
});

test('classes meet while Weir House is open, and the IT desk stays for those in the evening', () => {
  expect(textOf('/handbook/starting/term-life')).toContain(
    'open Monday to Friday from 8:30 to 21:00 and on Saturday from 9:00 to 17:00',
  );
  expect(textOf('/handbook/starting/it-accounts')).toContain(
    'stays until 20:30 from Monday to Thursday, when evening classes meet',
  );
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
  const closed = meetings.filter(({ day, from, to, room }) =>
    weekdays.includes(day)
      ? from < '08:30' || to > '21:00'
      : room !== undefined && (day === 'sunday' || from < '09:00' || to > '17:00'),
  );
  const withoutHelp = meetings.filter(
    ({ day, from, to }) => from >= '17:00' && (!weekdays.slice(0, 4).includes(day) || to > '20:30'),
  );

  expect(closed.map(({ code }) => code)).toEqual([]);
  expect(withoutHelp.map(({ code }) => code)).toEqual([]);
});

test('all pages state the same last days to apply for a programme', () => {
  const master = '15 August';
  const others = '25 August';

  expect(found(textOf('/admissions'), /\| (\d+ \w+) \|$/gm)).toEqual([others, others, master]);
  expect(textOf('/handbook/starting/calendar')).toContain(
    `applications for the autumn close on ${others}, for the master’s on ${master}`,
  );
  expect(textOf('/programs/masters-land-and-water')).toContain(
    `Applications for the autumn close on ${master}`,
  );
});

test('whoever applies for a course on the last day that admissions names has the answer before registration closes', () => {
  expect(textOf('/admissions')).toContain(
    '[apply](/apply) at least four weeks before registration closes, and choose the course. You get a student number with our answer, which takes up to ten working days.',
  );
  /** From Christmas to New Year. The other weeks before registration closes have at most Easter's two public holidays. */
  const isClosed = (day: string) => day.slice(5) >= '12-25' || day.slice(5) === '01-01';
  const isWeekend = (day: string) => ['saturday', 'sunday'].includes(weekdayOf(day));
  for (let year = 2026; year < 2040; year++) {
    for (const { id, registrationCloses } of listTerms(institute().terms, `${year}-06-01`)) {
      const days = Array.from({ length: 4 * 7 - 1 }, (_, ahead) => addDays(registrationCloses, -1 - ahead));
      const working = days.filter((day) => !isClosed(day) && !isWeekend(day));

      expect([id, working.length - 2 >= 10]).toEqual([id, true]);
    }
  }
});

test('a course with whole or half days of field work names their weekday', () => {
  const days = /\b(?:one|two|three|four) (?:whole |full |half )?days\b/i;
  const weekday = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur)days?\b/;

  for (const { code, text } of courses) {
    const work = sectionOf(text, 'Field work') + sectionOf(text, 'Practical work');
    expect([code, days.test(work) && !weekday.test(work)]).toEqual([code, false]);
  }
});

const weekdayOf = (day: string) =>
  new Date(`${day}T00:00:00Z`)
    .toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
    .toLowerCase();

test('no event needs the room or a teacher of a class at the same time', () => {
  for (const { file, starts, ends, place = '', people: speakers } of events) {
    const day = dayOf(starts);
    const clashes = meetings.filter(
      ({ term, day: weekday, from, to, room, teachers }) =>
        term === termOn(day)?.season &&
        weekday === weekdayOf(day) &&
        from < clockOf(ends) &&
        clockOf(starts) < to &&
        ((room !== undefined && place.startsWith(room)) || teachers.some((id) => speakers.includes(id))),
    );
    expect([file, clashes.map(({ code }) => code)]).toEqual([file, []]);
  }
});

test('each open day is the first open walk of a term, at the time that the visitors’ page states', () => {
  expect(textOf('/visit')).toContain('The first open walk of each term, 10:00 to 15:00');
  const openDays = events.filter(({ title }) => title.startsWith('Open day'));

  for (const { file, starts, ends } of openDays) {
    const [day, term] = [dayOf(starts), termOn(dayOf(starts))];
    const weeksBefore = Array.from({ length: 12 }, (_, week) => addDays(day, -7 * (week + 1)));
    const earlierWalks = weeksBefore.filter(
      (before) => before >= (term?.starts ?? '') && before.slice(8) <= '07',
    );
    expect([file, weekdayOf(day), day.slice(8) <= '07', term !== undefined, earlierWalks]).toEqual([
      file,
      'saturday',
      true,
      true,
      [],
    ]);
    expect([file, clockOf(starts), clockOf(ends)]).toEqual([file, '10:00', '15:00']);
  }
  expect(openDays.length).toBeGreaterThan(0);
});

test('the visitors’ page names the months of the first open walk of each term', () => {
  const months = new Map([
    ['spring', ['02']],
    ['summer', ['05', '06']],
    ['autumn', ['10']],
  ]);

  expect(textOf('/visit')).toContain('Open days are in February, in May or June, and in October');
  for (let year = 2026; year < 2040; year++) {
    for (const { season, starts } of listTerms(institute().terms, `${year}-06-01`)) {
      const days = Array.from({ length: 40 }, (_, after) => addDays(starts, after));
      const walk = days.find((day) => weekdayOf(day) === 'saturday' && day.slice(8) <= '07');
      expect(months.get(season)).toContain(walk?.slice(5, 7));
    }
  }
});

test('no term starts at a weekend or on the public holiday at the beginning of May', () => {
  for (let year = 2026; year < 2040; year++) {
    for (const { id, starts } of listTerms(institute().terms, `${year}-06-01`)) {
      const weekday = weekdayOf(starts);
      const isFirstMondayOfMay =
        weekday === 'monday' && starts.slice(5, 7) === '05' && starts.slice(8) <= '07';

      expect([id, weekday]).toEqual([id, expect.not.stringMatching('saturday|sunday')]);
      expect([id, isFirstMondayOfMay]).toEqual([id, false]);
    }
  }
});

test('the text about a past event does not announce it', () => {
  for (const { address, starts, text } of events) {
    const isPast = dayOf(starts) < today;
    expect([address, isPast && /\bwill\b|\blooks at\b/.test(text)]).toEqual([address, false]);
  }
});
