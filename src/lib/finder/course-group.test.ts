import { expect, test } from 'vitest';
import { listChoices } from './choices.ts';
import { findCourseGroup } from './course-group.ts';
import { listFinderCourses } from './courses.ts';
import { course, daytime, offering, saturday, subjects, terms, today } from './courses.fixture.ts';

const courses = listFinderCourses(
  [
    course('SOIL101', { title: 'Soil Science', fee: 720 }),
    course('SOIL501', {
      title: 'Soil Maps',
      level: 5,
      fee: 1440,
      offerings: [offering({ mode: 'on-site' })],
    }),
    course('RIV101', {
      title: 'Rivers',
      subject: 'law',
      fee: 360,
      offerings: [offering({ times: [daytime] })],
    }),
    course('RIV201', {
      title: 'River Birds',
      subject: 'law',
      offerings: [offering({ term: 'summer', times: [saturday] })],
    }),
  ],
  { terms, today, subjects },
);
const titles = {
  subjects,
  levels: { 5: 'Level 5, diploma' },
  modes: { 'on-site': 'On site', online: 'Online' },
};
const choices = listChoices(courses, { terms, titles });
const groupOf = (search: string) =>
  findCourseGroup(search, { courses, choices, terms, currency: '£', formatPrice: (price) => `£${price}` });

test.each([
  ['evening courses', 'Courses in the evening: 2', ['SOIL501', 'SOIL101']],
  ['Weekend', 'Courses at the weekend: 1', ['RIV201']],
  ['classes on Tuesdays', 'Courses on Tuesday: 2', ['SOIL501', 'SOIL101']],
  ['on-site course', 'Courses on site: 1', ['SOIL501']],
  ['soil, level 5', 'Courses about “soil”, at level 5, diploma: 1', ['SOIL501']],
  ['courses that start in May', 'Courses in Summer 2027: 1', ['RIV201']],
  ['soil january', 'Courses about “soil”, in Spring 2027: 2', ['SOIL501', 'SOIL101']],
  ['a course under £1,000 about soil', 'Courses about “soil”, up to £1000: 1', ['SOIL101']],
  ['evening course river under 300', 'No course about “river”, in the evening, up to £300', []],
  ['rivers £400 or less', 'Courses about “rivers”, up to £400: 1', ['RIV101']],
  ['rivers for less than 400 pounds', 'Courses about “rivers”, up to £400: 1', ['RIV101']],
  ['rivers, 1,000 quid max', 'Courses about “rivers”, up to £1000: 2', ['RIV101', 'RIV201']],
  ['cheapest course', 'Courses, cheapest first: 4', ['RIV101', 'RIV201', 'SOIL101', 'SOIL501']],
  ['cheap evening course', 'Courses in the evening, cheapest first: 2', ['SOIL101', 'SOIL501']],
  ['courses with free seats', 'Courses with free seats: 4', ['RIV101', 'SOIL501', 'SOIL101', 'RIV201']],
  ['free courses', 'No course without a fee', []],
  ['Which courses are free?', 'No course without a fee', []],
  ['free evening course about soil', 'No course about “soil”, in the evening, without a fee', []],
  ['short soil courses', 'Courses about “soil”, with 20 credits: 2', ['SOIL501', 'SOIL101']],
  ['what courses start soon?', 'Courses in Spring 2027: 3', ['RIV101', 'SOIL501', 'SOIL101']],
])('%s are courses by their fields', (search, title, codes) => {
  const group = groupOf(search);

  expect(group?.title).toBe(title);
  expect(group?.matches.map(({ code }) => code)).toEqual(codes);
});

test.each([
  'soil',
  'evening lecture',
  'spring term dates',
  'may I register',
  'under 18',
  'next open day',
  'is parking free',
  'short report',
  'cheap accommodation',
  'free parking during a class',
  'short break in class',
  'a gift under £50',
  'parking on Tuesday',
])('%s is no choice of courses', (search) => {
  expect(groupOf(search)).toBeUndefined();
});

test('separates the courses that differ from the facts from those about something else', () => {
  expect(groupOf('evening course about soil')?.others.map(({ code }) => code)).toEqual(['RIV101', 'RIV201']);
});

test('says which courses match with fewer facts if none has all', () => {
  const group = groupOf('evening course about rivers under £300');

  expect(group).toMatchObject({ title: 'No course about “rivers”, in the evening, up to £300', matches: [] });
  expect(group?.loosenings).toMatchObject([
    { title: 'Courses in the evening, up to £720: 1', total: 1 },
    {
      title: 'Courses about “rivers”, up to £360: 1',
      total: 1,
      query: { q: 'rivers', time: [], price: 360 },
    },
  ]);
});

test.each(['courses under £300', 'under £300', 'What can I do for less than 300 pounds?'])(
  'says the lowest price if no course costs less than that of %s',
  (search) => {
    expect(groupOf(search)).toMatchObject({
      title: 'No course up to £300',
      loosenings: [{ title: 'Courses up to £360: 1', query: { price: 360 } }],
    });
  },
);
