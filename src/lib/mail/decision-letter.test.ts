import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { expect, test } from 'vitest';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { createCatalogue } from '#lib/forms/catalogue.ts';
import { courseFacts } from '#lib/forms/course-details.ts';
import type { CourseDecision } from '#lib/store/forms/decisions.ts';
import { createRegistrationLetters } from './registration-letters.ts';

const letters = createRegistrationLetters(letterSettings);
const catalogue = createCatalogue(catalogueData, openDay);
const term = catalogueData.terms[0]!;
const facts = {
  reference: 'R-7K3M-9QXD',
  givenName: 'Ines',
  familyName: 'Calder',
  email: 'ines@example.org',
  term,
  courses: ['SOIL201', 'LAND401'].map((code) => courseFacts(code, term, { catalogue })),
  answers: [],
  others: [],
  registerUntil: term.registrationCloses,
  withdrawToken: 'a.b.c',
};
const decide = (outcome: readonly CourseDecision[], more = {}) =>
  letters.decided({ ...facts, outcome, ...more }).text;

test('an email about a place says what it replaces, when the course meets and what it costs', () => {
  const text = decide([
    { course: 'SOIL201', decision: 'place', reason: '' },
    { course: 'LAND401', decision: 'place', reason: '' },
  ]);

  expect(text).toContain('replaces our earlier emails about it');
  expect(text).toContain(
    'SOIL201 Course SOIL201\nDecision: You have a place\nDays and times: Mondays 09:00 to 11:00\nStarts: 11 January 2027\nPlace: Online\nFee: £400\n',
  );
  expect(text).toContain('Withdraw until: 5 January 2027');
  expect(text).toContain('Your place is fixed');
});

test('an email about a refusal gives the reason and says what the student can do', () => {
  const refused: CourseDecision[] = [
    { course: 'SOIL201', decision: 'refused', reason: 'It is for the diploma only.' },
    { course: 'LAND401', decision: null, reason: '' },
  ];

  const open = decide(refused);
  const closed = decide(refused, { registerUntil: undefined, withdrawToken: undefined });

  expect(open).toContain('SOIL201 Course SOIL201\nDecision: We can’t give you a place\n\n');
  expect(open).toContain('LAND401 Course LAND401\nDecision: Not decided yet\n');
  expect(open).toContain('It is for the diploma only.');
  expect(open).toContain('you can register for another course until 5 January 2027:');
  expect(open).toContain('https://larkmoor.example/courses');
  expect(open).toContain('write to hello@larkmoor.example and give your reference R-7K3M-9QXD');
  expect(closed).not.toContain('register for another course');
});
