import { expect, test } from 'vitest';
import { applicationForm } from './application-form.ts';
import { enquiryForm } from './enquiry-form.ts';
import { readParameters } from './form-parameters.ts';

const aboutSoil = { value: '/courses/soil-science', label: 'Soil Science (SOIL101)', aliases: ['SOIL101'] };
const diploma = { value: 'diploma-soils', label: 'Diploma in Soils' };
const courses = ['SOIL101', 'HYD101'].map((value) => ({ value, label: `${value} Title` }));

test('readParameters fills in fields with options on offer, also from an alias', () => {
  const read = (query: string) =>
    readParameters(enquiryForm, new URLSearchParams(query), { about: [aboutSoil] });
  const options = { program: [diploma], courses, start: [], heard: [] };

  expect(read('about=soil101')).toEqual({ about: aboutSoil.value });
  expect(read(`about=${encodeURIComponent(aboutSoil.value)}`)).toEqual({
    about: aboutSoil.value,
  });
  expect(read('about=nothing&name=Eve&question=x')).toEqual({});
  const query = new URLSearchParams(
    'program=diploma-soils&course=soil101,NOPE999&course=SOIL101&course=hyd101',
  );
  expect(readParameters(applicationForm, query, options)).toEqual({
    program: diploma.value,
    courses: ['SOIL101', 'HYD101'],
  });
});
