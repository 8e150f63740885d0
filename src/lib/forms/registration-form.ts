import type { FormDefinition, FormPayload } from './form-definition.ts';

export const maxCourses = 8;
/** A course may occur several times, with the groups that suit. */
const maxItems = 3 * maxCourses;
export const coursesError = `Choose 1 to ${maxCourses} different courses`;

export const registrationForm = {
  name: 'registration',
  path: '/register',
  api: '/api/course-registration',
  fields: {
    studentNumber: {
      type: 'line',
      label: 'Student number',
      hint: 'It is on your student card',
      description: 'The student number, as on the student card.',
      maxLength: 40,
      isCode: true,
    },
    givenName: { type: 'line', label: 'Given name', maxLength: 100, autocomplete: 'given-name' },
    familyName: { type: 'line', label: 'Family name', maxLength: 100, autocomplete: 'family-name' },
    email: { type: 'email', label: 'Email', description: 'An email address.', autocomplete: 'email' },
    term: {
      type: 'line',
      label: 'Term',
      description: 'The term’s id. It must be open for registration today.',
      maxLength: 40,
      error: 'Choose a term',
      isCustom: true,
    },
    courses: {
      type: 'list',
      label: 'Courses',
      hint: `Choose 1 to ${maxCourses}. We’ll tell you if two courses clash.`,
      description: `1 to ${maxCourses} different courses that are offered in the term and do not meet at the same time.`,
      minItems: 1,
      maxItems,
      isUnique: true,
      error: coursesError,
      item: {
        description:
          'A course’s code. If the course has several groups in the term, ABC101-2 asks for the second.',
        maxLength: 10,
        error: 'Give each course by its code, like ABC101',
        code: /^[A-Za-z]{3,4}[0-9]{3}(?:-[1-9][0-9]?)?$/,
      },
      parameter: 'course',
      isCustom: true,
    },
    note: {
      type: 'text',
      label: 'Note to the registrar',
      shortLabel: 'Note',
      hint: 'Anything that we should know, such as support that you need or a course you took elsewhere',
      description: 'What the registrar should know.',
      maxLength: 2000,
      isOptional: true,
    },
  },
} as const satisfies FormDefinition;

/** The page that corrects the address of a registration. */
export const correctionForm = {
  ...registrationForm,
  path: '/register/correct',
  fields: { email: registrationForm.fields.email },
} as const satisfies FormDefinition;

export type RegistrationPayload = FormPayload<typeof registrationForm>;
