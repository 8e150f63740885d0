import { readApiDescription } from '#app/content-view/api-description.ts';
import { documentEndpoint } from '#lib/discovery/answer-document.ts';

export const prerender = false;

// No indentation: it would double the size.
export const ALL = documentEndpoint('openApi', async (services) =>
  JSON.stringify(await readApiDescription(services)),
);
