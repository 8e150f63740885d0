import { site } from '#site';
import { createRegistrationSchema } from '#lib/forms/registration-schema.ts';

/** The institute's own registration form, for the API and the page that takes it without JavaScript. */
export const registrationSchema = createRegistrationSchema({
  studentNumber: site.studentNumber.pattern,
  studentNumberExample: site.studentNumber.example,
});
