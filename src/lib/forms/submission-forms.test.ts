import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { applicationForm } from './application-form.ts';
import { enquiryForm } from './enquiry-form.ts';
import { createFormSchema } from './form-schema.ts';

const enquiry = createFormSchema(enquiryForm);
const application = createFormSchema(applicationForm);
const question = { question: ' When is the open day?\r\n', name: 'Ana Ng', email: 'ana@example.org' };
const applicant = {
  program: 'diploma-soils',
  givenName: 'Ana',
  familyName: 'Ng',
  email: 'ana@example.org',
  qualifications: 'None yet',
  consent: 'yes',
};

function errorsOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const { error } = schema.safeParse(value);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
}

test('an enquiry needs a question, a name and an email address', () => {
  expect(enquiry.parse({ ...question, about: '', telephone: ' ' })).toEqual({
    question: 'When is the open day?',
    name: 'Ana Ng',
    email: 'ana@example.org',
  });
  expect(errorsOf(enquiry, { ...question, question: ' \n\u200b' })).toEqual({
    question: 'Enter your question',
  });
  expect(errorsOf(enquiry, {})).toEqual({
    question: 'Enter your question',
    name: 'Enter your name',
    email: 'Enter an email address, like name@example.org',
  });
});

test('an application needs a programme or a course, and consent', () => {
  expect(application.parse(applicant)).toMatchObject({ program: 'diploma-soils', consent: 'yes' });
  expect(application.parse({ ...applicant, program: '', courses: ['soil101'] })).toMatchObject({
    courses: ['SOIL101'],
  });
  expect(errorsOf(application, { ...applicant, consent: undefined })).toEqual({
    consent: 'Tick the box so that we may use what you have entered',
  });
});

test('all errors of an application are reported at once', () => {
  const errors = errorsOf(application, { email: 'ana' });

  expect(Object.keys(errors).toSorted()).toEqual([
    ...['consent', 'email', 'familyName', 'givenName', 'program', 'qualifications'],
  ]);
  expect(errors['program']).toBe('Choose a programme, or at least one course');
});

test('the JSON Schema contains choices and consent', () => {
  const { properties, required } = z.toJSONSchema(application, { io: 'input', unrepresentable: 'any' });

  expect(properties).toMatchObject({
    program: { type: 'string', maxLength: 200 },
    consent: { type: 'string', const: 'yes' },
    qualifications: { minLength: 1, maxLength: 2000 },
  });
  expect(required).toEqual(['givenName', 'familyName', 'email', 'qualifications', 'consent']);
});
