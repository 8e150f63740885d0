import { documentEndpoint } from '#lib/discovery/answer-document.ts';

export const prerender = false;

export const ALL = documentEndpoint('mcpServerCard', ({ site }) => site.mcp.card, { maxAge: 3600 });
