import { expect, test } from 'vitest';
import { listChoices } from './choices.ts';
import { course, offering, subjects, terms, today } from './courses.fixture.ts';
import { listFinderCourses } from './courses.ts';

const options = { terms, today, subjects };

test('a course lists the runs that people can still register for, the soonest first', () => {
  const offerings = [
    offering({ term: 'summer', fee: 500 }),
    offering({ term: '2026-autumn' }),
    offering({ starts: '2027-01-13' }),
    offering({ term: '2031-spring' }),
  ];

  const [found] = listFinderCourses([course('SOIL101', { offerings })], options);

  expect(found?.runs).toMatchObject([
    { term: '2027-spring', starts: '2027-01-13', ends: '2027-04-02', fee: 720, free: undefined },
    { term: '2027-summer', starts: '2027-05-03', fee: 500 },
  ]);
});

test('a cancelled run is listed separately, with what to do instead', () => {
  const cancelled = { term: '2027-spring', instead: 'Take it in summer.' };
  const offerings = [offering({ cancelled }), offering({ term: 'summer', cancelled })];

  const [found] = listFinderCourses([course('SOIL101', { offerings })], options);

  expect(found?.runs.map(({ term }) => term)).toEqual(['2027-summer']);
  expect(found?.cancelled).toMatchObject([
    {
      term: '2027-spring',
      termTitle: 'Spring 2027',
      mode: 'online',
      fee: 720,
      instead: 'Take it in summer.',
    },
  ]);
});

test('a term in which every run is cancelled is still offered as a choice', () => {
  const cancelled = { term: '2027-spring', instead: 'Take it in summer.' };
  const courses = listFinderCourses([course('SOIL101', { offerings: [offering({ cancelled })] })], options);

  const { term } = listChoices(courses, { terms, titles: { subjects, levels: {}, modes: {} } });

  expect(term.map(({ value }) => value)).toEqual(['2027-spring']);
});

test('runs have the free seats and the waiting list of their term', () => {
  const seats = new Map([['2027-spring', new Map([['SOIL101', { free: 3, waiting: 0 }]])]]);
  const offerings = [offering(), offering({ term: 'summer' })];

  const [found] = listFinderCourses([course('SOIL101', { offerings })], { ...options, seats });

  expect(found?.runs.map(({ free, waiting }) => [free, waiting])).toEqual([
    [3, 0],
    [undefined, undefined],
  ]);
});

test('the choices are the values that courses have, in the institute’s order', () => {
  const courses = listFinderCourses(
    [
      course('LAW101', { subject: 'law', level: 6, credits: 15 }),
      course('SOIL101', { offerings: [offering({ term: 'summer', mode: 'blended', place: 'Weir House' })] }),
    ],
    options,
  );

  const titles = { subjects, levels: { 4: 'Level 4' }, modes: { online: 'Online', blended: 'Blended' } };
  const { subject, level, term, mode, credits } = listChoices(courses, { terms, titles });

  expect(subject.map(({ value }) => value)).toEqual(['soils', 'law']);
  expect(level).toEqual([
    { value: '4', title: 'Level 4' },
    { value: '6', title: 'Level 6' },
  ]);
  expect(term).toEqual([
    { value: '2027-spring', title: 'Spring 2027', also: 'spring' },
    { value: '2027-summer', title: 'Summer 2027', also: 'summer' },
  ]);
  expect(mode.map(({ value }) => value)).toEqual(['online', 'blended']);
  expect(credits.map(({ value }) => value)).toEqual(['15', '20']);
});
