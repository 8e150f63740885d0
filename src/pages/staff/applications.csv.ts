import { application } from '#app/site-forms.ts';
import { submissionExportEndpoint } from '#app/staff-submission-pages.ts';

export const prerender = false;

export const GET = submissionExportEndpoint(application.form);
