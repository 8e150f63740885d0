import { enquiry } from '#app/site-forms.ts';
import { submissionEndpoint } from '#app/submission-pages.ts';
import { methodNotAllowed } from '#lib/http/endpoint.ts';

export const prerender = false;

export const POST = submissionEndpoint(enquiry);

export const ALL = methodNotAllowed('POST', 'OPTIONS');
