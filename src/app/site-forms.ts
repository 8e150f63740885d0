import { institute } from '#lib/content/current-institute.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import { applicationForm } from '#lib/forms/application-form.ts';
import { enquiryForm } from '#lib/forms/enquiry-form.ts';
import type { SubmissionForm } from '#lib/forms/form-definition.ts';
import { studentNumberFormat } from '#lib/content/institute-texts.ts';
import { createFormSchema, type FormSchema } from '#lib/forms/form-schema.ts';
import { correctionForm, registrationForm } from '#lib/forms/registration-form.ts';
import { signupForm } from '#lib/forms/signup-form.ts';

const registrationSchemas = new WeakMap<Institute, FormSchema<typeof registrationForm>>();

/** Formats that the institute configures. */
export function registrationFormats() {
  return { studentNumber: studentNumberFormat(institute()) };
}

export const registration = {
  form: registrationForm,
  /** The schema for the current institute's facts. */
  get schema() {
    const schema =
      registrationSchemas.get(institute()) ?? createFormSchema(registrationForm, registrationFormats());
    registrationSchemas.set(institute(), schema);
    return schema;
  },
};

export const correction = { form: correctionForm, schema: createFormSchema(correctionForm) };

export const signup = { form: signupForm, schema: createFormSchema(signupForm) };

export const application = { form: applicationForm, schema: createFormSchema(applicationForm) };

export const enquiry = { form: enquiryForm, schema: createFormSchema(enquiryForm) };

/** The forms whose rows are in the table of submissions. */
export const submissionForms: readonly SubmissionForm[] = [applicationForm, enquiryForm];

/** The staff page of what an email or a log entry is about; undefined for a newsletter sign-up. */
export function staffPathOf(about: string): string | undefined {
  const [prefix] = about.split('-', 1);
  if (prefix === 'R') return `/staff/registrations/${about}`;
  const form = submissionForms.find((each) => each.prefix === prefix);
  return form && `${form.staffPath}/${about}`;
}
