import { readApiDescription } from '#app/content-view/api-description.ts';
import { documentEndpoint } from '#lib/discovery/answer-document.ts';

export const prerender = false;

// Not indented: indentation would double the size.
export const ALL = documentEndpoint('openApi', async ({ site }) =>
  JSON.stringify(await readApiDescription(site)),
);
