import type { SubmissionForm } from './form-definition.ts';

const maxCourses = 8;
const study = 'What you would like to study';
const person = 'About you';
const background = 'Your background';

export const applicationForm = {
  name: 'application',
  path: '/apply',
  api: '/api/application',
  prefix: 'A',
  person: ['givenName', 'familyName'],
  topic: 'program',
  chosen: ['program', 'courses', 'start'],
  staffPath: '/staff/applications',
  needsOneOf: { fields: ['program', 'courses'], error: 'Choose a programme, or at least one course' },
  fields: {
    program: {
      type: 'choice',
      label: 'Programme',
      blank: 'No programme, only courses',
      description:
        'The last part of the address of a programme’s page: `diploma-x` for /programs/diploma-x. Left out for courses alone.',
      maxLength: 200,
      error: 'Choose a programme from the list',
      section: study,
      parameter: 'program',
      isOptional: true,
    },
    courses: {
      type: 'list',
      label: 'First courses',
      hint: `Choose up to ${maxCourses}, or none if you would like our advice on where to begin in your programme`,
      description: 'Codes of the courses to begin with.',
      maxItems: maxCourses,
      isUnique: true,
      error: `Choose at most ${maxCourses} different courses`,
      item: {
        description: 'A course’s code.',
        maxLength: 7,
        error: 'Give each course by its code, like ABC101',
        code: /^[A-Za-z]{3,4}[0-9]{3}$/,
      },
      parameter: 'course',
      isOptional: true,
    },
    start: {
      type: 'choice',
      label: 'When would you like to start?',
      shortLabel: 'Start',
      blank: 'I don’t know yet',
      description: 'The id of a term that has not started. Left out if that is not decided.',
      maxLength: 40,
      error: 'Choose a term from the list',
      isOptional: true,
    },
    givenName: {
      type: 'line',
      label: 'Given name',
      maxLength: 100,
      section: person,
      autocomplete: 'given-name',
    },
    familyName: { type: 'line', label: 'Family name', maxLength: 100, autocomplete: 'family-name' },
    email: { type: 'email', label: 'Email', description: 'An email address.', autocomplete: 'email' },
    telephone: {
      type: 'line',
      label: 'Telephone',
      maxLength: 40,
      autocomplete: 'tel',
      isOptional: true,
    },
    qualifications: {
      type: 'text',
      label: 'Your qualifications and experience',
      shortLabel: 'Qualifications',
      hint: 'In your own words: school, courses, work, and why you would like to study this. If you have no qualifications, say what you have done instead.',
      description: 'Qualifications and experience in the applicant’s own words.',
      maxLength: 2000,
      error: 'Tell us about your qualifications or experience. A sentence will do',
      section: background,
    },
    heard: {
      type: 'choice',
      label: 'How did you hear about us?',
      shortLabel: 'Heard about us',
      blank: 'I would rather not say',
      description: 'How the applicant heard about the institute.',
      maxLength: 100,
      error: 'Choose an answer from the list',
      isOptional: true,
    },
    consent: {
      type: 'consent',
      label: 'You may use what I have entered to decide on my application and to write to me about it.',
      shortLabel: 'Consent',
      description: 'The applicant’s consent to the use of these data for the application.',
      error: 'Tick the box so that we may use what you have entered',
    },
  },
} as const satisfies SubmissionForm;
