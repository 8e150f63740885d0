import { expect, test } from 'vitest';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { createCatalogue } from './catalogue.ts';
import { exampleRegistration } from './example-registration.ts';

const options = { courses: catalogueData.courses, studentNumber: 'LK204816' };

test('the example has two courses of an open term that do not clash', () => {
  const example = exampleRegistration(createCatalogue(catalogueData, openDay), options);

  expect(example).toMatchObject({
    studentNumber: 'LK204816',
    term: '2027-spring',
    courses: ['SOIL201', 'LAND401'],
  });
});

test('the example is for the term that is open on the day', () => {
  const example = exampleRegistration(createCatalogue(catalogueData, '2027-02-01'), options);

  expect(example).toMatchObject({ term: '2027-summer', courses: ['PEAT501'] });
});

test('exampleRegistration returns an example even if no term is open', () => {
  const example = exampleRegistration(createCatalogue(catalogueData, '2027-08-01'), options);

  expect(example.courses).toEqual(['SOIL201']);
});
