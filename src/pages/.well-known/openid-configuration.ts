import { documentEndpoint } from '#lib/discovery/answer-document.ts';
import { createOpenIdConfiguration } from '#lib/discovery/oauth.ts';

export const prerender = false;

export const ALL = documentEndpoint('openIdConfiguration', createOpenIdConfiguration);
