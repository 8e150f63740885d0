import { documentEndpoint } from '#lib/discovery/answer-document.ts';
import { createAuthorizationServerMetadata } from '#lib/discovery/oauth.ts';

export const prerender = false;

export const ALL = documentEndpoint('authorizationServer', createAuthorizationServerMetadata);
