import { expect, test } from 'vitest';
import { catalogue } from '#test/stand-ins/registering.ts';
import { describeAskedGroups } from './course-details.ts';
import { allowedOfferings, askedGroups, readChosenCourses } from './course-groups.ts';

test('the groups of a course are read in order, and a course without a number allows each group', () => {
  expect(readChosenCourses(['LAND401-2', 'SOIL201', 'LAND401', 'LAND401-1'])).toEqual([
    { code: 'LAND401', groups: [1, 2] },
    { code: 'SOIL201', groups: [] },
  ]);
});

test('a choice allows its groups, all without one, and none if a group does not exist', () => {
  const offerings = ['first', 'second'];

  expect([[], [2], [1, 2], [2, 3]].map((groups) => allowedOfferings(groups, offerings))).toEqual([
    ['first', 'second'],
    ['second'],
    ['first', 'second'],
    [],
  ]);
});

test('the groups that were asked for are described, and can be read from the description', () => {
  const term = catalogue.term('2027-spring')!;

  const described = describeAskedGroups(readChosenCourses(['LAND401-2', 'GONE999-1']), term, catalogue);

  expect(described).toEqual(['LAND401-2: Fridays 09:30 to 10:30, from 11 January 2027. Online', 'GONE999-1']);
  expect(askedGroups(described)).toEqual(['LAND401-2', 'GONE999-1']);
});
