import { expect, test } from 'vitest';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { createCatalogue } from './catalogue.ts';
import { listChoices } from './course-choices.ts';

test('lists courses of open terms with their lowest fee and all meetings', () => {
  const courses = catalogueData.courses.map((course) =>
    course.code === 'LAND401'
      ? { ...course, offerings: course.offerings.map((each, index) => ({ ...each, fee: 300 - index })) }
      : course,
  );
  const catalogue = createCatalogue({ terms: catalogueData.terms, courses }, openDay);

  const choices = listChoices(courses, { catalogue, terms: catalogue.openTerms() });

  expect(choices.map(({ code }) => code)).toEqual(['SOIL201', 'HYDR301', 'LAND401', 'MAPS101']);
  expect(choices[2]?.offers).toEqual([
    {
      term: '2027-spring',
      fee: 299,
      meetings: ['Mondays 09:30 to 10:30, Online', 'Fridays 09:30 to 10:30, Online'],
    },
  ]);
  expect(choices[0]?.offers[0]?.fee).toBe(400);
});

test('lists no course while no term is open', () => {
  const catalogue = createCatalogue(catalogueData, '2026-08-01');

  expect(listChoices(catalogueData.courses, { catalogue, terms: catalogue.openTerms() })).toEqual([]);
});
