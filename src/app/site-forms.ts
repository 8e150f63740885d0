import { site } from '#site';
import { createFormSchema } from '#lib/forms/form-schema.ts';
import { registrationForm } from '#lib/forms/registration-form.ts';
import { signupForm } from '#lib/forms/signup-form.ts';

/** Formats that the institute decides. */
export const registrationFormats = { studentNumber: site.studentNumber };

export const registration = {
  form: registrationForm,
  schema: createFormSchema(registrationForm, registrationFormats),
};

export const signup = { form: signupForm, schema: createFormSchema(signupForm) };
