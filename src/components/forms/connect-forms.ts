import type { ChallengeAction } from '#lib/challenge/providers.ts';
import type { FormDefinition } from '#lib/forms/form-definition.ts';
import { connectForm } from './connect-form.ts';

/** Each definition has its own file, which is loaded when someone uses the form. */
const definitions: Readonly<Record<ChallengeAction, () => Promise<FormDefinition>>> = {
  application: async () => (await import('#lib/forms/application-form.ts')).applicationForm,
  enquiry: async () => (await import('#lib/forms/enquiry-form.ts')).enquiryForm,
  registration: async () => (await import('#lib/forms/registration-form.ts')).registrationForm,
  signup: async () => (await import('#lib/forms/signup-form.ts')).signupForm,
};

/** Connects the forms of a page: see `connectForm`. */
export function connectForms(page: Document, findErrors?: () => Record<string, string>): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-form]')) {
    connectForm(form, definitions[form.dataset['form'] as ChallengeAction], findErrors);
  }
}
