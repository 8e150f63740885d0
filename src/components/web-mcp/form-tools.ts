import { applicationForm } from '#lib/forms/application-form.ts';
import { enquiryForm } from '#lib/forms/enquiry-form.ts';
import { registrationForm } from '#lib/forms/registration-form.ts';
import { browserToolErrors } from '#lib/i18n/en/mcp.ts';
import { createFormTool, takeKeptValues } from './form-tool.ts';

/** The tools that fill in the forms. */
export const formTools = [
  createFormTool({
    form: registrationForm,
    name: 'fill_registration_form',
    title: 'Fill in the registration form',
    description: 'Fills in the course registration form for a student.',
    missing: browserToolErrors.noTerm,
  }),
  createFormTool({
    form: applicationForm,
    name: 'fill_application_form',
    title: 'Fill in the application form',
    description:
      'Fills in the application form for a person who is new here and wants to study a programme or courses.',
    missing: browserToolErrors.noForm,
  }),
  createFormTool({
    form: enquiryForm,
    name: 'fill_enquiry_form',
    title: 'Fill in a question to the institute',
    description:
      'Fills in the form for a question that someone at the institute answers by email, about a course, a programme, an event or anything else.',
    missing: browserToolErrors.noForm,
  }),
];

/** Resumes a form that a tool on the previous page started to fill in. */
export function resumeForm(): void {
  takeKeptValues([registrationForm, applicationForm, enquiryForm]);
}
