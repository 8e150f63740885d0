import { expect, test } from 'vitest';
import { finderResultText } from '#lib/i18n/en/finder.ts';
import { listChoices } from './choices.ts';
import { course, daytime, offering, subjects, terms, today } from './courses.fixture.ts';
import { listFinderCourses } from './courses.ts';
import { parseQuery, type FinderQuery } from './finder-query.ts';
import { countChoice, findLoosenings } from './refine.ts';

const courses = listFinderCourses(
  [
    course('SOIL101'),
    course('SOIL102', { offerings: [offering({ times: [daytime] })] }),
    course('LAW101', { subject: 'law', level: 5, fee: 540 }),
  ],
  { terms, today, subjects },
);
const choices = listChoices(courses, { terms, titles: { subjects, levels: {}, modes: {} } });
const parse = (search: string) => parseQuery(new URLSearchParams(search), choices);

test('the count of a choice applies the other filters, and replaces the chosen values of its own filter', () => {
  const query = parse('subject=soils&time=daytime');

  expect(countChoice(courses, query, { name: 'time', value: 'evening' })).toBe(1);
  expect(countChoice(courses, query, { name: 'subject', value: 'law' })).toBe(0);
});

test('an empty result lists single filters to remove, the most helpful first', () => {
  const found = findLoosenings(courses, parse('subject=law&time=daytime'), (name) => `the ${name}`);

  expect(found.map(({ filters, count }) => [filters, count])).toEqual([
    [[{ name: 'subject', value: 'the subject' }], 1],
    [[{ name: 'time', value: 'the time' }], 1],
  ]);
  expect(found[0]?.query).toEqual(parse('time=daytime'));
});

test('an empty result lists pairs of filters if no single filter helps', () => {
  const found = findLoosenings(courses, parse('q=hydrology&price=10&level=5'), String);

  expect(found.map(({ filters, count }) => [filters.map(({ name }) => name), count])).toEqual([
    [['q', 'price'], 1],
  ]);
});

test('a price that is too low is raised to the lowest that finds a course', () => {
  const valueOf = (name: string, query: FinderQuery) => (name === 'price' ? `£${query.price}` : name);

  const found = findLoosenings(courses, parse('price=10'), valueOf);
  const both = findLoosenings(courses, parse('price=10&level=5&time=daytime'), valueOf);

  expect(found).toMatchObject([{ filters: [{ name: 'price', value: '£540' }], count: 1 }]);
  expect(found[0]?.query).toEqual(parse('price=540'));
  expect(both.map(({ filters }) => finderResultText.loosening({ filters, count: 1 }))).toEqual([
    'Without “Level: level”, up to £720: 1 course',
    'Without “Time: time”, up to £540: 1 course',
  ]);
});

test('suggests no filters to remove if there are no courses', () => {
  expect(findLoosenings([], parse('subject=law'), String)).toEqual([]);
});
