import { expect, test } from 'vitest';
import { course, daytime, offering, saturday, subjects, terms, today } from './courses.fixture.ts';
import { listFinderCourses } from './courses.ts';
import { listProgramFacts, nextStart } from './program-facts.ts';

const courses = listFinderCourses(
  [
    course('SOIL101', { offerings: [offering({ term: 'summer' }), offering({ times: [daytime] })] }),
    course('LAW101', { offerings: [offering({ mode: 'blended', place: 'Weir House', times: [saturday] })] }),
  ],
  { terms, today, subjects },
);
const start = (seasons?: string[], firstCourses = courses.slice(0, 1)) =>
  nextStart({ seasons, firstCourses, terms, today });

test('a program starts in its season, or with the first run of its first courses', () => {
  expect(start(['summer', 'spring'])).toBe('2027-01-11');
  expect(start()).toBe('2027-01-11');
  expect(start(['summer'])).toBe('2027-05-03');
  expect(start(['winter'])).toBeUndefined();
  expect(start(undefined, [])).toBeUndefined();
});

test('the facts of a program show when, how and where its courses meet, and link to further requirements', () => {
  const facts = listProgramFacts({
    price: '£4,320',
    priceParts: '120 credits at £36',
    start: start(),
    length: 'Two years part time',
    credits: 120,
    entryRequirements: ['One A level.', 'Maths.'],
    courses,
    modes: { 'on-site': 'On site', online: 'Online', blended: 'Blended' },
  });

  expect(facts.map(({ name, value, more = [] }) => [name, value, ...more.map((each) => each.value)])).toEqual(
    [
      ['Total price', '£4,320', '120 credits at £36'],
      ['Next start', '11 January 2027'],
      ['Length', 'Two years part time, 120 credits'],
      ['Days', 'Daytime, evenings or weekends, by course'],
      ['Place', 'Online or blended, by course'],
      ['Entry requirements', 'One A level.', 'All 2 requirements'],
    ],
  );
});
