import { application } from '#app/site-forms.ts';
import { submissionEndpoint } from '#app/submission-pages.ts';

export const prerender = false;

export const POST = submissionEndpoint(application);
