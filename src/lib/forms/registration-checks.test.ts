import { expect, test } from 'vitest';
import { bulkCourses, catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { createCatalogue } from './catalogue.ts';
import { findOfferErrors, findPostedErrors } from './registration-checks.ts';

const catalogue = createCatalogue(catalogueData, openDay);
const term = '2027-spring';

test('courses on offer that do not clash have no errors', () => {
  expect(findOfferErrors({ term, courses: ['SOIL201', 'MAPS101'] }, catalogue)).toEqual({});
  expect(findPostedErrors({ term, courses: [' soil201'] }, catalogue)).toEqual({});
});

test('courses that meet at the same time are reported as an error of the field courses', () => {
  expect(findOfferErrors({ term, courses: ['SOIL201', 'HYDR301'] }, catalogue)).toEqual({
    courses: 'SOIL201 and HYDR301 meet at the same time. Choose one of them',
  });
});

test('a term that is not open is reported as an error of the field term only', () => {
  expect(findOfferErrors({ term: '2027-summer', courses: ['NOPE999'] }, catalogue)).toEqual({
    term: 'Registration for Summer 2027 is not open. Choose Spring 2027',
  });
  expect(findOfferErrors({ term: 'never', courses: [] }, catalogue)).toEqual({ term: 'Choose Spring 2027' });
});

test('the error names courses that are not on offer', () => {
  expect(findOfferErrors({ term, courses: ['PEAT501', 'NOPE999', 'SOIL201'] }, catalogue)).toEqual({
    courses: 'Not on offer in Spring 2027: PEAT501, NOPE999. Choose other courses',
  });
});

test('findPostedErrors ignores a missing term or missing courses, which the schema reports', () => {
  expect(findPostedErrors({ courses: ['NOPE999'] }, catalogue)).toEqual({});
  expect(findPostedErrors({ term }, catalogue)).toEqual({});
});

test('a group clashes by its own times, and is reported if it does not exist', () => {
  const check = (...courses: string[]) => findOfferErrors({ term, courses }, catalogue).courses;

  expect(check('SOIL201', 'LAND401')).toBeUndefined();
  expect(check('SOIL201', 'LAND401-2')).toBeUndefined();
  expect(check('SOIL201', 'LAND401-1')).toBe('SOIL201 and LAND401 meet at the same time. Choose one of them');
  expect(check('SOIL201', 'LAND401-3')).toBe('Not on offer in Spring 2027: LAND401-3. Choose other courses');
});

test('a course counts once, with however many groups', () => {
  const codes = Array.from({ length: 9 }, (_, index) => `BULK${100 + index}`);
  const many = createCatalogue({ ...catalogueData, courses: bulkCourses }, openDay);

  expect(findOfferErrors({ term, courses: [...codes.slice(1), 'BULK101-1'] }, many)).toEqual({});
  expect(findOfferErrors({ term, courses: codes }, many).courses).toBe('Choose 1 to 8 different courses');
});
