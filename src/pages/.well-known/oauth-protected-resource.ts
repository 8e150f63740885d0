import { documentEndpoint } from '#lib/discovery/answer-document.ts';
import { createProtectedResourceMetadata } from '#lib/discovery/oauth.ts';
import { site } from '#site';

export const prerender = false;

export const ALL = documentEndpoint('protectedResource', (services) =>
  createProtectedResourceMetadata(services, site.name),
);
