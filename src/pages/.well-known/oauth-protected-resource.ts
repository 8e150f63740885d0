import { documentEndpoint } from '#lib/discovery/answer-document.ts';
import { createProtectedResourceMetadata } from '#lib/discovery/oauth.ts';
import { institute } from '#lib/content/current-institute.ts';

export const prerender = false;

export const ALL = documentEndpoint('protectedResource', (services) =>
  createProtectedResourceMetadata(services, institute().name),
);
