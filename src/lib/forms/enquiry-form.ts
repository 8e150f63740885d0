import type { SubmissionForm } from './form-definition.ts';

export const enquiryForm = {
  name: 'enquiry',
  path: '/enquire',
  api: '/api/enquiry',
  prefix: 'E',
  person: ['name'],
  topic: 'about',
  chosen: ['about'],
  staffPath: '/staff/enquiries',
  fields: {
    about: {
      type: 'choice',
      label: 'What is your question about?',
      shortLabel: 'About',
      blank: 'Studying here in general',
      description:
        'The path of the page of a course, a programme or a coming event, such as /courses/first-course. Left out for a question about something else.',
      maxLength: 200,
      error: 'Choose what your question is about from the list',
      parameter: 'about',
      isOptional: true,
    },
    question: {
      type: 'text',
      label: 'Your question',
      shortLabel: 'Question',
      maxLength: 2000,
      error: 'Enter your question',
    },
    name: { type: 'line', label: 'Name', maxLength: 100, autocomplete: 'name' },
    email: {
      type: 'email',
      label: 'Email',
      hint: 'We send our answer to this address',
      description: 'An email address.',
      autocomplete: 'email',
    },
    telephone: {
      type: 'line',
      label: 'Telephone',
      hint: 'If you would like us to ring you',
      maxLength: 40,
      autocomplete: 'tel',
      isOptional: true,
    },
  },
} as const satisfies SubmissionForm;
