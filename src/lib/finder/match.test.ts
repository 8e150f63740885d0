import { expect, test } from 'vitest';
import { listFinderCourses, toFacts } from './courses.ts';
import { course, daytime, evening, offering, saturday, subjects, terms, today } from './courses.fixture.ts';
import { findMatches } from './match.ts';
import { parseQuery } from './finder-query.ts';
import { listChoices } from './choices.ts';

const entries = [
  course('SOIL101', { title: 'Soil Science', level: 4 }),
  course('SOIL201', {
    title: 'Peat and Bogs',
    level: 5,
    offerings: [
      offering({ mode: 'on-site', place: 'Harrow Moss', times: [daytime], fee: 300 }),
      offering({ term: 'summer', times: [evening, saturday] }),
    ],
  }),
  course('LAW101', { title: 'Land Law', subject: 'law', credits: 15, fee: 540, offerings: [] }),
  course('LAW201', {
    title: 'Áccess',
    subject: 'law',
    offerings: [offering({ term: 'summer', times: [saturday] })],
  }),
];
const options = { terms, today, subjects };
const courses = listFinderCourses(entries, options);
const choices = listChoices(courses, { terms, titles: { subjects, levels: {}, modes: {} } });

function find(search: string, among = courses): string[] {
  return findMatches(among, parseQuery(new URLSearchParams(search), choices)).map(({ code }) => code);
}

test('without filters all courses are found, the soonest first and those without a run last', () => {
  expect(find('')).toEqual(['SOIL201', 'SOIL101', 'LAW201', 'LAW101']);
});

test.each([
  ['subject=law', ['LAW201', 'LAW101']],
  ['level=5', ['SOIL201']],
  ['level=4&level=5&subject=soils', ['SOIL201', 'SOIL101']],
  ['credits=15', ['LAW101']],
  ['term=2027-summer', ['SOIL201', 'LAW201']],
  ['mode=on-site', ['SOIL201']],
  ['day=tue', ['SOIL101']],
  ['day=sat', ['LAW201']],
  ['time=weekend', ['LAW201']],
  ['time=evening', ['SOIL101']],
  ['time=evening&time=weekend', ['SOIL101', 'SOIL201', 'LAW201']],
  ['price=600', ['SOIL201', 'LAW101']],
])('%s finds %j', (search, codes) => {
  expect(find(search).toSorted()).toEqual(codes.toSorted());
});

test('filters for runs must all match the same run', () => {
  expect(find('term=2027-spring&mode=on-site&time=daytime')).toEqual(['SOIL201']);
  expect(find('term=2027-summer&mode=on-site')).toEqual([]);
});

test('a run with several meetings matches only if each meeting matches', () => {
  expect(find('day=tue&term=2027-summer')).toEqual([]);
  expect(find('day=tue&day=sat&term=2027-summer')).toEqual(['LAW201', 'SOIL201']);
});

test.each([
  ['peat', ['SOIL201']],
  ['PEATS', ['SOIL201']],
  ['bog peat', ['SOIL201']],
  ['peat law', []],
  ['soil201', ['SOIL201']],
  ['access', ['LAW201']],
  ['land law', ['LAW201', 'LAW101']],
  ['a course in the evening about soils', ['SOIL101', 'SOIL201']],
  ['courses', ['LAW101', 'LAW201', 'SOIL101', 'SOIL201']],
  ['in the evening', ['SOIL101', 'SOIL201']],
])('the keywords "%s" find %j', (q, codes) => {
  expect(find(`q=${encodeURIComponent(q)}`).toSorted()).toEqual(codes.toSorted());
});

test('results are sorted by title, or by the lowest fee of the matching runs', () => {
  expect(find('sort=title')).toEqual(['LAW201', 'LAW101', 'SOIL201', 'SOIL101']);
  expect(find('sort=price')).toEqual(['SOIL201', 'LAW101', 'LAW201', 'SOIL101']);
  expect(find('sort=price&term=2027-summer')).toEqual(['LAW201', 'SOIL201']);
});

test('with only free seats wanted, full courses are left out and courses with unknown seats stay', () => {
  const seats = new Map([
    [
      '2027-spring',
      new Map([
        ['SOIL101', { free: 0, waiting: 3 }],
        ['SOIL201', { free: 2, waiting: 0 }],
      ]),
    ],
  ]);

  const known = listFinderCourses(entries, { ...options, seats });

  expect(find('seats=1&term=2027-spring', known)).toEqual(['SOIL201']);
  expect(find('seats=1&term=2027-spring')).toEqual(['SOIL201', 'SOIL101']);
});

const cancelled = { term: '2027-spring', instead: 'Take it in summer.' };
const withCancelled = listFinderCourses(
  [
    ...entries,
    course('HYD310', {
      offerings: [offering({ times: [daytime], fee: 100, cancelled }), offering({ term: 'summer' })],
    }),
    course('HYD320', { offerings: [offering({ times: [daytime], fee: 100, cancelled })] }),
  ],
  options,
);

test.each([
  ['term=2027-spring&price=100', ['HYD310', 'HYD320']],
  ['day=fri&q=hyd310+spring', ['HYD310']],
  ['day=fri&term=2027-summer', []],
  ['seats=1&term=2027-spring', ['SOIL201', 'SOIL101']],
  ['seats=1', ['SOIL201', 'SOIL101', 'LAW201', 'HYD310']],
])('with cancelled runs, %s finds %j', (search, codes) => {
  expect(find(search, withCancelled)).toEqual(codes);
});

test('a course whose only matching run is cancelled comes after courses with an open run', () => {
  expect(find('term=2027-spring&mode=online&mode=on-site', withCancelled)).toEqual([
    'SOIL201',
    'SOIL101',
    'HYD310',
    'HYD320',
  ]);
});

test('queries on the facts for the browser find the same courses', () => {
  const facts = withCancelled.map((course) => ({ ...toFacts(course), words: course.words }));

  for (const search of [
    'q=peat',
    'time=evening&time=weekend',
    'price=600&sort=price',
    'mode=on-site',
    'term=2027-spring',
    'term=2027-spring&seats=1',
  ]) {
    const query = parseQuery(new URLSearchParams(search), choices);
    expect(findMatches(facts, query).map(({ code }) => code)).toEqual(find(search, withCancelled));
  }
});
