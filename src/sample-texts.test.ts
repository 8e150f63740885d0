import { expect, test } from 'vitest';
import { checkContent } from '#lib/content/check.ts';
import { listRoutes } from '#lib/content/checking/list-routes.ts';
import { plainText } from '#lib/content/checking/tags.ts';
import { institute } from '#lib/content/current-institute.ts';
import { now, entries, courses, programs, people, of, textOf, found, words } from '#test/sample-content.ts';

// Compares facts about people, pages and texts. Delete it in a fork with its own content.

test('the check reports no problems and no warnings', async () => {
  const { problems } = await checkContent({
    directory: 'src/content',
    institute: institute(),
    now,
    routes: await listRoutes(process.cwd()),
  });

  expect(problems).toEqual([]);
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

test('each transcript is on the page that shows its video, and each video has one', () => {
  for (const { address, text, outline } of entries) {
    const linked = found(text, /transcript="([^"]+)"/g);
    const written = [...outline.anchors].filter((anchor) => anchor.startsWith('transcript-'));

    expect(linked).toEqual(written.map((anchor) => `${address}#${anchor}`));
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
