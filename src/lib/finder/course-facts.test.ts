import { expect, test } from 'vitest';
import { listCourseFacts } from './course-facts.ts';
import { course, offering, subjects, terms, today } from './courses.fixture.ts';
import { listFinderCourses } from './courses.ts';

const options = {
  level: 'Level 4, certificate',
  modes: { online: 'Online', blended: 'Blended' },
  prerequisites: [{ code: 'SOIL100', title: 'Spades', path: '/courses/spades' }],
};
const factsOf = (offerings: ReturnType<typeof offering>[], prerequisites = options.prerequisites) => {
  const [found] = listFinderCourses([course('SOIL101', { offerings })], { terms, today, subjects });
  return listCourseFacts(found!, { ...options, prerequisites }).map(({ name, value, more = [] }) => [
    name,
    value,
    ...more.map((each) => each.value),
  ]);
};

test('the facts of a course are those of its next run, and mention a later start', () => {
  const offerings = [
    offering({ term: 'summer' }),
    offering({ mode: 'blended', place: 'Weir House', fee: 700 }),
  ];

  expect(factsOf(offerings)).toEqual([
    ['Total price', '£700'],
    ['Next start', '11 January 2027', 'or 3 May 2027'],
    ['Length', '12 weeks, about 200 hours of study'],
    ['Days', 'Tuesdays 18:30 to 20:00'],
    ['Place', 'Blended: Weir House'],
    ['Entry requirements', 'SOIL100 Spades'],
    ['Level', 'Level 4, certificate', '20 credits, SOIL101'],
  ]);
});

test('two groups of the next start show the days and places of both', () => {
  const offerings = [
    offering({ mode: 'blended', place: 'Weir House' }),
    offering({ times: [{ day: 'saturday', from: '10:00', to: '13:00' }] }),
    offering({ term: 'summer', mode: 'blended', place: 'Mill Room' }),
  ];

  expect(factsOf(offerings).slice(3, 5)).toEqual([
    ['Days', 'Tuesdays 18:30 to 20:00', 'or Saturdays 10:00 to 13:00'],
    ['Place', 'Blended: Weir House', 'or Online'],
  ]);
});

test('a course without runs shows its price and no days', () => {
  expect(factsOf([], []).slice(0, 4)).toEqual([
    ['Total price', '£720'],
    ['Next start', 'Not on offer at present'],
    ['Length', 'About 200 hours of study'],
    ['Entry requirements', 'No other course is needed first'],
  ]);
});
