import { expect, test } from 'vitest';
import { compareText } from '#lib/i18n/en/compare.ts';
import { programFactsText } from '#lib/i18n/en/finder.ts';
import { compareCourses } from './compare-courses.ts';
import { comparePrograms, type ComparedProgram } from './compare-programs.ts';
import { readCompared } from './compare.ts';
import { course, offering, subjects, terms, today } from './courses.fixture.ts';
import { listFinderCourses } from './courses.ts';

const known = ['soils', 'law', 'maps', 'rivers'];

const read = (query: string) =>
  readCompared(new URLSearchParams(query), {
    parameter: 'program',
    normalise: (id) => id.toLowerCase(),
    find: (id) => known.find((each) => each === id),
  });

test.each([
  ['program=law&program=soils', ['law', 'soils']],
  ['program=law,soils&program=&program=%20Law%20', ['law', 'soils']],
  ['code=law', []],
])('reads the ids of %s, each once', (query, chosen) => {
  expect(read(query)).toEqual({ chosen, areTooMany: false, unknown: [] });
});

test('keeps the first three known ids, and names at most three unknown ones', () => {
  expect(read('program=a,rivers,b,maps,c,law,d,soils')).toEqual({
    chosen: ['rivers', 'maps', 'law'],
    areTooMany: true,
    unknown: ['a', 'b', 'c'],
  });
});

const certificate: ComparedProgram = {
  facts: [
    { name: programFactsText.names.price, value: '£2,160', more: [{ value: '60 credits at £36' }] },
    {
      name: programFactsText.names.entry,
      value: 'One A level.',
      more: [{ value: 'All 2 requirements', path: '#entry-requirements' }],
    },
  ],
  award: 'Certificate',
  level: 'Level 4, certificate',
  summary: 'A first year.',
  entryRequirements: ['One A level.', 'Maths.'],
  stages: [
    { title: 'Autumn', courses: [{ code: 'SOIL101', title: 'Soils', path: '/courses/soils' }] },
    {
      title: 'Spring',
      choose: 1,
      courses: [
        { code: 'LAW101', title: 'Law', path: '/courses/law' },
        { code: 'MAP101', title: 'Maps', path: '/courses/maps' },
      ],
    },
  ],
  lead: { name: 'Ada Wren', path: '/people#ada-wren' },
};

test('a comparison of programmes has all requirements and the courses of each stage', () => {
  const rows = comparePrograms([certificate, { ...certificate, facts: [], lead: undefined }]);

  const cells = (title: string) =>
    rows.find((row) => row.title === title)?.cells.map((lines) => lines.map(({ text }) => text));
  const { rows: names } = compareText.programs;
  const unknown = 'Not decided yet';
  expect(cells(programFactsText.names.price)).toEqual([['£2,160', '60 credits at £36'], [unknown]]);
  expect(cells(programFactsText.names.entry)?.[0]).toEqual(['One A level.', 'Maths.']);
  expect(cells(names.courses)?.[0]).toEqual([
    'Autumn:',
    'SOIL101 Soils',
    'Spring, choose 1 of 2:',
    'LAW101 Law',
    'MAP101 Maps',
  ]);
  expect(cells(names.lead)).toEqual([['Ada Wren'], [unknown]]);
});

test('a comparison of courses has days and places of the next start, and later starts in a row of their own', () => {
  const offerings = [
    offering({ mode: 'blended', place: 'Weir House' }),
    offering({ times: [{ day: 'saturday', from: '10:00', to: '13:00' }] }),
    offering({ term: 'summer', mode: 'blended', place: 'Mill Room' }),
  ];
  const courses = [course('SOIL101', { offerings }), course('LAW101', { offerings: [offering({})] })];

  const rows = compareCourses(listFinderCourses(courses, { terms, today, subjects }), {
    modes: { online: 'Online', blended: 'Blended' },
    levels: {},
    courseOf: () => undefined,
    programsWith: () => [],
  });

  const { rows: names } = compareText.courses;
  const cells = (title: string) =>
    rows.find((row) => row.title === title)?.cells.map((lines) => lines.map(({ text }) => text));
  expect(cells(names.start)?.[0]).toEqual([expect.stringContaining('11 January 2027')]);
  expect(cells(names.days)?.[0]).toEqual(['Tuesdays 18:30 to 20:00', 'or Saturdays 10:00 to 13:00']);
  expect(cells(names.place)?.[0]).toEqual(['Blended: Weir House', 'or Online']);
  expect(cells(names.later)).toEqual([
    [expect.stringContaining('3 May 2027')],
    [compareText.courses.noLater],
  ]);
});
