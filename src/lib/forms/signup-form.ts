import type { FormDefinition, FormPayload } from './form-definition.ts';

export const signupForm = {
  name: 'signup',
  path: '/newsletter',
  api: '/api/email-marketing-signup',
  fields: {
    email: { type: 'email', label: 'Email', description: 'An email address.', autocomplete: 'email' },
    name: {
      type: 'line',
      label: 'Name',
      description: 'The subscriber’s name; may be blank.',
      maxLength: 100,
      autocomplete: 'name',
      isOptional: true,
    },
    interests: {
      type: 'list',
      label: 'What interests you',
      shortLabel: 'Interests',
      maxItems: 20,
      error: 'Choose at most 20 interests',
      item: { description: 'A subject.', maxLength: 60, error: 'Give each interest as text' },
      isOptional: true,
    },
  },
} as const satisfies FormDefinition;

export type SignupPayload = FormPayload<typeof signupForm>;
