import { expect, test } from 'vitest';
import { tracePath } from './program-path.ts';

const course = (code: string, prerequisites: string[] = []) => ({
  code,
  title: `Title of ${code}`,
  path: `/courses/${code.toLowerCase()}`,
  prerequisites,
});
const courses = [
  course('SOIL101'),
  course('MAP101'),
  course('SOIL201', ['SOIL101']),
  course('MAP201', ['MAP101']),
];
const stages = [
  { title: 'First autumn', courses: ['SOIL101'] },
  { title: 'Second autumn', courses: ['SOIL201', 'MAP201', 'GONE101'], choose: 1 },
];

test('lists the prerequisites of each course with their earlier stage', () => {
  const [, second] = tracePath(stages, courses);

  expect(second?.courses.map(({ code }) => code)).toEqual(['SOIL201', 'MAP201']);
  expect(second?.courses[0]?.needs).toMatchObject([{ code: 'SOIL101', stage: 'First autumn' }]);
});

test('a prerequisite outside the program or in a later stage has no stage', () => {
  const needOfLater = tracePath([...stages].reverse(), courses)[0]?.courses[0]?.needs[0];

  expect(tracePath(stages, courses)[1]?.courses[1]?.needs).toEqual([
    { code: 'MAP101', title: 'Title of MAP101', path: '/courses/map101' },
  ]);
  expect(needOfLater).not.toHaveProperty('stage');
});
