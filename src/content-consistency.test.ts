import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkContent } from './lib/content/check.ts';
import { readEntries } from './lib/content/checking/entry.ts';
import { listRoutes } from '#lib/content/checking/list-routes.ts';
import { contentCollections } from './lib/content/collections.ts';
import { clockOf, dayOf } from './lib/content/local-time.ts';
import { creditPrice, programFee, sumOfStages } from './lib/content/program-fee.ts';
import { addDays } from './lib/content/terms.ts';
import { plainText } from './lib/content/checking/tags.ts';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';

// Compares facts that the sample content states in several places. Delete this file in a fork with its own content.

/** The verdict must not depend on the clock. Move this day on with the texts. */
const today = '2026-11-29';
const now = new Date(`${today}T12:00:00Z`);
const entries = (await readEntries('src/content', { now, timeZone: institute().timeZone })).map((entry) => ({
  ...entry,
  text: readFileSync(entry.path, 'utf8'),
  fields: entry.frontMatter?.data ?? {},
}));
type Entry = (typeof entries)[number];

const courses = of('courses').map(({ fields, ...entry }) => ({
  ...entry,
  ...contentCollections.courses.schema.parse(fields),
}));
const programs = of('programs').map(({ fields, ...entry }) => ({
  ...entry,
  ...contentCollections.programs.schema.parse(fields),
}));
const people = of('people').map(({ fields, ...entry }) => ({
  ...entry,
  ...contentCollections.people.schema.parse(fields),
}));
const events = of('events').map(({ fields, ...entry }) => ({
  ...entry,
  ...contentCollections.events.schema.parse(fields),
}));
const course = (code: string) => courses.find((candidate) => candidate.code === code)!;

function of(...collections: Entry['collection'][]): Entry[] {
  return entries.filter(({ collection }) => collections.includes(collection));
}

function textOf(address: string): string {
  return entries.find((entry) => entry.address === address)?.text ?? '';
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
}

/** Returns the text below a heading, up to the next one. */
function sectionOf(text: string, heading: string): string {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

test('the check reports no problems and no warnings', async () => {
  const { problems } = await checkContent({
    directory: 'src/content',
    institute: institute(),
    now,
    routes: await listRoutes(process.cwd()),
  });

  expect(problems).toEqual([]);
});

test('a credit has one price at levels 4 to 6 and one at level 7, as the fees page and the handbook state', () => {
  const price = (...levels: number[]) => creditPrice(courses.filter(({ level }) => levels.includes(level)));

  for (const { least, most } of [price(4, 5, 6)!, price(7)!]) expect(least).toBe(most);
  for (const { code, offerings } of courses) {
    expect([code, offerings.filter((offering) => offering.fee !== undefined)]).toEqual([code, []]);
  }
  const low = '<CreditPrice level="4" />';
  const high = '<CreditPrice level="7" />';
  expect(textOf('/fees')).toContain(`${low} at levels 4 to 6, ${high} at level 7`);
  expect(textOf('/handbook/money')).toContain(`cost ${low} a credit, at level 7 ${high}`);
});

test('each choice of courses adds up to the credits and the fee of the program, which its page and the fees page show', () => {
  for (const { id, title, address, text, credits, stages } of programs) {
    const read = stages.map(({ courses: codes, choose }) => ({ courses: codes.map(course), choose }));
    const fee = programFee(read);
    const shown = `<ProgramFee program="${id}" />`;

    expect([id, sumOfStages(read, (each) => each.credits)]).toEqual([id, { least: credits, most: credits }]);
    expect([id, fee.most]).toEqual([id, fee.least]);
    expect([id, text.includes(shown)]).toEqual([id, true]);
    expect(textOf('/fees')).toContain(`| [${title}](${address}) | ${credits} | ${shown} |`);
  }
});

test('each course of a program is offered in a season of its stage', () => {
  for (const program of programs)
    for (const { title, courses: codes, terms = [] } of program.stages)
      for (const code of codes) {
        const seasons = course(code).offerings.map(({ term }) => term);
        expect([
          program.id,
          title,
          code,
          terms.length > 0 && seasons.some((each) => terms.includes(each)),
        ]).toEqual([...[program.id, title, code], true]);
      }
});

test('the fees page has a row for each course', () => {
  const lines = courses.map(
    ({ title, address, code }) => `| [${title}](${address}) | ${code} | <Fee course="${code}" /> |`,
  );

  expect(found(textOf('/fees'), /^\| \[[^\]]+\]\(\/courses\/.*$/gm).toSorted()).toEqual(lines.toSorted());
});

test('texts contain no amount of £100 or more except known limits, because components calculate fees', () => {
  const incomeForBursary = 25_000;
  const mostForDamage = 100;

  for (const { file, text } of entries) {
    const amounts = found(text, /£([\d,]*\d)/g).map(amountOf);
    const others = amounts.filter((amount) => ![incomeForBursary, mostForDamage].includes(amount));
    expect([file, others.filter((amount) => amount >= 100)]).toEqual([file, []]);
  }
});

function amountOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}

test('the digits of a course code match its level, and its letters its subject', () => {
  const levels: Readonly<Record<string, number>> = { 1: 4, 2: 5, 3: 6, 7: 7 };
  const letters = Map.groupBy(courses, ({ code }) => code.replace(/\d+$/, ''));

  for (const { code, level } of courses) expect([code, levels[code.at(-3) ?? '']]).toEqual([code, level]);
  for (const group of letters.values()) expect(new Set(group.map(({ subject }) => subject)).size).toBe(1);
});

test('the assessment weights of a course add up to 100 %', () => {
  for (const { code, text } of courses) {
    expect([code, sum(found(sectionOf(text, 'Assessment'), /\| (\d+) % \|$/gm).map(Number))]).toEqual([
      code,
      100,
    ]);
  }
});

test('a course, a program or a page names everyone in people/', () => {
  const named = new Set([
    ...courses.flatMap((entry) => entry.people),
    ...programs.map(({ lead }) => lead),
    ...of('handbook', 'pages').flatMap(({ outline }) =>
      outline.components.flatMap(({ attributes }) => plainText(attributes.get('person')?.value) ?? []),
    ),
  ]);

  expect(people.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
});

test('each lecturer is listed in the courses that their text links to, and teaches one of their subjects', () => {
  for (const { id, text, subjects } of people.filter(({ role }) => /Lecturer|Head of/.test(role))) {
    const said = found(text, /\]\((\/courses\/[\w-]+)\)/g);
    const taught = courses.filter((entry) => entry.people.includes(id));
    expect([id, said.filter((address) => !taught.some((entry) => entry.address === address))]).toEqual([
      id,
      [],
    ]);
    expect([id, taught.some(({ subject }) => subjects.includes(subject))]).toEqual([id, true]);
  }
});

test('each email address and telephone number belongs to a team or a person, and each number to one address', () => {
  const teams = of('handbook', 'pages', 'news', 'courses', 'programs', 'events').flatMap(({ outline }) =>
    outline.components.flatMap(({ attributes }) => {
      const [email, telephone] = ['email', 'telephone'].map((name) => plainText(attributes.get(name)?.value));
      return email && telephone ? [{ email, telephone }] : [];
    }),
  );
  const staff = people.flatMap(({ email, telephone }) => (email && telephone ? [{ email, telephone }] : []));
  const numbers = Map.groupBy([...teams, ...staff, institute()], ({ telephone }) => telephone);
  const known = [...teams, ...staff].flatMap(({ email, telephone }) => [email, telephone]);
  const contact = textOf('/contact');

  for (const [number, pairs] of numbers)
    expect([number, new Set(pairs.map(({ email }) => email)).size]).toEqual([number, 1]);
  for (const { file, text } of entries) {
    const told = found(text, /[\w.-]+@[\w-]+\.example|\+44[ \d]{12,15}\d/g);
    expect([file, told.filter((way) => !known.includes(way) && !contact.includes(way))]).toEqual([file, []]);
  }
});

test('texts state the right numbers of courses and programs', () => {
  const online = courses.filter(({ offerings }) => offerings.some(({ mode }) => mode === 'online'));
  const credits = courses.map((entry) => entry.credits);
  const short = courses.filter((entry) => entry.level === 4 && entry.credits === 10);
  const awards = Map.groupBy(programs, ({ award }) => award);
  const [certificates, diplomas] = [awards.get('certificate'), awards.get('diploma')].map(
    (group) => words[group?.length ?? 0] ?? '',
  );

  expect(textOf('/about')).toContain(
    `| Courses | ${courses.length}, from ${Math.min(...credits)} to ${Math.max(...credits)} credits |`,
  );
  expect(textOf('/about')).toContain(
    `| Programmes | ${programs.length}: ${certificates} certificates, ${diplomas} diplomas, a master’s degree |`,
  );
  expect(textOf('/handbook/studying/learning-online')).toContain(
    `Of our ${courses.length} courses, ${online.length} can be taken online.`,
  );
  expect(textOf('/admissions').toLowerCase()).toContain(
    `${words[short.length] ?? ''} of these have only 10 credits`,
  );
});

test('each program has a course that can’t be taken online, as the page for people abroad states', () => {
  const isOnline = (code: string) => course(code).offerings.some(({ mode }) => mode === 'online');

  expect(textOf('/from-abroad')).toContain('has courses that meet at Weir House');
  for (const { id, stages } of programs) {
    const onSite = stages.filter(
      ({ courses: codes, choose = codes.length }) => codes.filter(isOnline).length < choose,
    );
    expect([id, onSite.length > 0]).toEqual([id, true]);
  }
});

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

test('each transcript is on the page that shows its video, and each video has one', () => {
  for (const { address, text, outline } of entries) {
    const linked = found(text, /transcript="([^"]+)"/g);
    const written = [...outline.anchors].filter((anchor) => anchor.startsWith('transcript-'));

    expect(linked).toEqual(written.map((anchor) => `${address}#${anchor}`));
  }
});

test('the table of fees by size has each size of a course, at the levels that have it', () => {
  const rows = [
    ...textOf('/fees').matchAll(
      /^\| (\d+) \| (\d+) \| ([\d and]+) \| <CreditPrice level="(\d)" credits="(\d+)" \/> \|$/gm,
    ),
  ];
  const table = rows.map(([, credits, hours, levels = '', level, priced]) => ({
    credits: Number(credits),
    hours: Number(hours),
    levels: levels.split(' and ').map(Number),
    priced: [Number(level), Number(priced)],
  }));
  const sizes = [...Map.groupBy(courses, ({ credits }) => credits)].sort(([a], [b]) => a - b);

  expect(table).toEqual(
    sizes.map(([credits, ofSize]) => {
      const levels = [...new Set(ofSize.map(({ level }) => level))].sort();
      return { credits, hours: 10 * credits, levels, priced: [levels[0], credits] };
    }),
  );
});

test('the text about a past event does not announce it', () => {
  for (const { address, starts, text } of events) {
    const isPast = dayOf(starts) < today;
    expect([address, isPast && /\bwill\b|\blooks at\b/.test(text)]).toEqual([address, false]);
  }
});

test('the page about us states how many people lead courses', () => {
  const leaders = new Set(courses.map((entry) => entry.people[0]));

  expect(textOf('/about')).toContain(`lists the ${words[leaders.size] ?? ''} who lead courses`);
});

test.each([
  ['the emergency line', /960 499/, /at any hour/],
  ['the nesting season', /\bonly on paths\b/, /from March to (?:the end of )?July/i],
  ['fees that are not paid back', /\bnothing back\b|\bno part of the fee\b/, /\bexceptions\b/],
  ['the newsletter', /\bnewsletter\b/i, /\]\(\/newsletter\)/],
])('all handbook pages and pages say the same about %s', (_, subject, statement) => {
  const about = of('handbook', 'pages').filter(({ text }) => subject.test(text));

  expect(about.length).toBeGreaterThan(0);
  expect(about.filter(({ text }) => !statement.test(text)).map(({ file }) => file)).toEqual([]);
});
