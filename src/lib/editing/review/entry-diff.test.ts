import { expect, test } from 'vitest';
import type { DetailChange } from './detail-changes.ts';
import type { DetailNames } from './detail-words.ts';
import { detailAt, diffEntry } from './entry-diff.ts';

const names: DetailNames = {
  references: {
    course: [{ value: 'SOIL201', label: 'Soil Science' }],
    program: [],
    person: [
      { value: 'ann-holt', label: 'Ann Holt' },
      { value: 'bo-reyes', label: 'Bo Reyes' },
      { value: 'kim-reed', label: 'Kim Reed' },
      { value: 'kim-reed-2', label: 'Kim Reed' },
    ],
    subject: [{ value: 'soils', label: 'Soils' }],
    level: [
      { value: '4', label: 'Level 4, certificate' },
      { value: '5', label: 'Level 5, diploma' },
    ],
    term: [
      { value: 'spring', label: 'Every spring' },
      { value: '2027-autumn', label: 'Autumn 2027' },
    ],
    'one-term': [{ value: '2027-spring', label: 'Spring 2027' }],
  },
  options: { 'on-site': 'On site', online: 'Online' },
  timeZone: 'Europe/London',
};

/** `Fee: £720 → £745`; what is within a detail follows in brackets. */
function toLine({ kind, label, before, after, isList, pieces, details }: DetailChange): string {
  const words = pieces?.map(
    ({ kind: of, text }) => ({ same: text, added: `+${text}`, removed: `-${text}` })[of],
  );
  const listed = [...before.map((each) => `- ${each}`), ...after.map((each) => `+ ${each}`)].join(', ');
  const value = words?.join('') ?? (isList ? listed : [before[0], after[0]].filter(Boolean).join(' → '));
  const inner = details.length === 0 ? '' : `[${details.map(toLine).join('; ')}]`;
  return `${kind === 'changed' ? '' : `(${kind}) `}${label}: ${value}${inner}`;
}

const entry = (fields: string, body = 'Text.') => `---\n${fields}\n---\n\n${body}\n`;

const compare = (file: string, before: string, after: string) =>
  diffEntry({ file, before: entry(before), after: entry(after) }, names).details.map(toLine);
const inCourse = (before: string, after: string) => compare('courses/a.mdx', before, after);

test.each([
  ['fee: 720', 'fee: 745', 'Fee: £720 → £745'],
  ['credits: 15', 'credits: 20', 'Credits: 15 → 20'],
  ['updated: 2027-01-12', 'updated: 2027-01-19', 'Updated: 12 January 2027 → 19 January 2027'],
  ['level: 4', 'level: 5', 'Level: Level 4, certificate → Level 5, diploma'],
  ['subject: soils', 'subject: unknown', 'Subject: Soils → unknown'],
  ['draft: true', '', 'Draft: Yes → No'],
  ['owner: ann-holt', 'owner: a@b.example', 'Owner: Ann Holt → a@b.example'],
  ['title: A', 'title: B', 'Title: A → B'],
  ['', 'fee: 720', '(added) Fee: £720'],
  ['fee: 720', '', '(removed) Fee: £720'],
  ['fee: 720', 'fee: free', 'Fee: £720 → free'],
  ['summary: Dig deep holes', 'summary: Dig wide holes', 'Summary: Dig -deep +wide holes'],
])('a detail of a course reads as the site says it: %s, %s', (before, after, expected) => {
  expect(inCourse(before, after)).toEqual([expected]);
});

test('a moment, a local time and a group read as the site says them', () => {
  expect(
    compare('events/a.mdx', 'starts: 2027-02-06 10:00\nseats: 24', 'starts: 2027-02-06 11:00\nseats: 20'),
  ).toEqual([
    'Starts: Saturday 6 February 2027, 10:00 → Saturday 6 February 2027, 11:00',
    'Seats in all: 24 → 20',
  ]);
  expect(compare('pages/a.mdx', 'publishAt: 2027-01-11 09:00', 'publishAt: 2027-06-12')).toEqual([
    'Publish on: Monday 11 January 2027, 09:00 → Saturday 12 June 2027',
  ]);
  expect(compare('pages/a.mdx', 'publishAt: 0202-01-11 09:00', 'publishAt: 2027-01-11 09:00')).toEqual([
    'Publish on: 0202-01-11 09:00 → Monday 11 January 2027, 09:00',
  ]);
  expect(
    inCourse('picture: { file: ./a.jpg, alt: A hill }', 'picture: { file: ./b.jpg, alt: A hill }'),
  ).toEqual(['Picture: [File: ./a.jpg → ./b.jpg]']);
});

test('a list shows what was added and removed, one replaced item as such, and a new order', () => {
  expect(inCourse('people: [ann-holt]', 'people: [bo-reyes]')).toEqual(['People: Ann Holt → Bo Reyes']);
  expect(inCourse('people: [ann-holt, bo-reyes]', 'people: [ann-holt, kim-reed]')).toEqual([
    'People: - Bo Reyes, + Kim Reed (kim-reed)',
  ]);
  expect(inCourse('people: [ann-holt, bo-reyes]', 'people: [bo-reyes, ann-holt]')).toEqual([
    'Order of people: Ann Holt, Bo Reyes → Bo Reyes, Ann Holt',
  ]);
  expect(inCourse('prerequisites: []', 'prerequisites: [SOIL201]')).toEqual([
    '(added) Prerequisites: + SOIL201: Soil Science',
  ]);
});

const offering = (facts: string, day = 'tuesday') =>
  `{ term: spring, mode: on-site, ${facts}, times: [{ day: ${day}, from: "09:30", to: "12:30" }] }`;

test('offerings are named by term and days, with the details that changed', () => {
  const before = `offerings: [${offering('seats: 24')}, ${offering('seats: 12', 'friday')}]`;

  expect(
    inCourse(before, `offerings: [${offering('seats: 20')}, ${offering('seats: 12', 'friday')}]`),
  ).toEqual(['Offerings: [Every spring, Tuesday: [Seats in all: 24 → 20]]']);
  expect(inCourse(before, `offerings: [${offering('seats: 12', 'friday')}]`)).toEqual([
    'Offerings: [(removed) Every spring, Tuesday: ]',
  ]);
  expect(
    inCourse('offerings: []', 'offerings: [{ term: 2027-autumn, mode: online, seats: 9, fee: 80 }]'),
  ).toEqual([
    '(added) Offerings: [(added) Autumn 2027: [(added) Term: Autumn 2027; (added) Mode: Online; (added) Seats in all: 9; (added) Fee: £80]]',
  ]);
});

test('offerings with the same name are told apart by their position', () => {
  const list = (...seats: number[]) =>
    `offerings: [${seats.map((count) => offering(`seats: ${count}`)).join(', ')}]`;

  expect(inCourse(list(24, 12), list(24, 9))).toEqual([
    'Offerings: [Every spring, Tuesday (2): [Seats in all: 12 → 9]]',
  ]);
  expect(inCourse(list(24, 12), list(12, 24))).toEqual([
    'Order of offerings: Every spring, Tuesday (1); Every spring, Tuesday (2) → Every spring, Tuesday (2); Every spring, Tuesday (1)',
  ]);
});

test('days, cancellations and the order of offerings read as the site says them', () => {
  const [tuesday, friday] = [offering('seats: 24'), offering('seats: 12', 'friday')];
  const cancelled = offering('seats: 24, cancelled: { term: 2027-spring, instead: Take it online. }');

  expect(inCourse(`offerings: [${tuesday}]`, `offerings: [${offering('seats: 24', 'monday')}]`)).toEqual([
    'Offerings: [Every spring, Monday: [Times: Tuesdays 09:30 to 12:30 → Mondays 09:30 to 12:30]]',
  ]);
  expect(
    inCourse(
      `offerings: [${offering('starts: 2027-01-12')}]`,
      `offerings: [${offering('starts: 2027-01-19')}]`,
    ),
  ).toEqual(['Offerings: [Every spring, Tuesday: [Starts: 12 January 2027 → 19 January 2027]]']);
  expect(inCourse(`offerings: [${tuesday}]`, `offerings: [${cancelled}]`)).toEqual([
    'Offerings: [Every spring, Tuesday: [(added) Cancelled: [(added) Term: Spring 2027; (added) What students can do instead: Take it online.]]]',
  ]);
  expect(inCourse(`offerings: [${tuesday}, ${friday}]`, `offerings: [${friday}, ${tuesday}]`)).toEqual([
    'Order of offerings: Every spring, Tuesday; Every spring, Friday → Every spring, Friday; Every spring, Tuesday',
  ]);
});

test('a field that the schema does not have reads as its label and value', () => {
  expect(inCourse('startingPoint: { place: Quay, opened: 2027-01-11 }', 'startingPoint: [a, b]')).toEqual([
    'Starting point: Place: Quay, Opened: 11 January 2027 → a, b',
  ]);
  expect(inCourse('', 'constructor: 7')).toEqual(['(added) Constructor: 7']);
});

test('settings are compared like entries, and a new entry lists all its details', () => {
  const file = 'settings/notice.yaml';
  const settings = diffEntry(
    { file, before: 'text: Closed.\nuntil: 2027-01-15\n', after: 'text: Open.\nuntil: 2027-01-16\n' },
    names,
  );
  const added = diffEntry({ file: 'pages/a.mdx', before: '', after: entry('title: A\ndraft: true') }, names);

  expect(settings.details.map(({ label }) => label)).toEqual(['Text', 'Until']);
  expect(settings.blocks).toEqual([]);
  expect(added.details.map(toLine)).toEqual(['(added) Draft: Yes', '(added) Title: A']);
});

test('lines of details and of the text count in the whole file', () => {
  const before = entry('title: A\nfee: 720\npeople:\n  - ann-holt', 'One.\n\nTwo.');
  const after = entry('title: A\nfee: 745\npeople:\n  - bo-reyes', 'One.\n\nThree.');

  const { details, blocks, detailBlocks } = diffEntry({ file: 'courses/a.mdx', before, after }, names);

  expect(details.map(({ label, line, end }) => [label, line, end])).toEqual([
    ['Fee', 3, 4],
    ['People', 4, 7],
  ]);
  expect(blocks.filter(({ kind }) => kind === 'changed').map(({ line }) => line)).toEqual([10]);
  expect(detailBlocks.filter(({ kind }) => kind === 'changed').map(({ line }) => line)).toEqual([3, 5]);
});

test('details that cannot be read are compared as text, and another notation is no change in words', () => {
  const broken = diffEntry(
    { file: 'pages/a.mdx', before: entry('title: A'), after: entry('title: [') },
    names,
  );
  const quoted = diffEntry(
    { file: 'pages/a.mdx', before: entry('title: A'), after: entry('title: "A"') },
    names,
  );

  expect([broken.details, broken.detailBlocks]).toEqual([[], []]);
  expect(broken.blocks.some(({ kind }) => kind === 'changed')).toBe(true);
  expect([quoted.details, quoted.blocks]).toEqual([[], []]);
  expect(quoted.detailBlocks.some(({ kind }) => kind === 'changed')).toBe(true);
});

test('a line belongs to its detail, and a line of the text to none', () => {
  const course = { file: 'courses/a.mdx', text: entry('title: A\npeople:\n  - ann-holt', 'One.') };
  const notice = { file: 'settings/notice.yaml', text: 'text: Closed.\nuntil: 2027-01-15\n' };

  expect([1, 2, 4, 5, 6, 7].map((line) => detailAt(course, line))).toEqual([
    undefined,
    'title',
    'people',
    'people',
    undefined,
    undefined,
  ]);
  expect([1, 2].map((line) => detailAt(notice, line))).toEqual(['text', 'until']);
  expect(detailAt({ ...course, text: entry('title: [') }, 2)).toBeUndefined();
});
