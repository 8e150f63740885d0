import { documentEndpoint } from '#lib/discovery/answer-document.ts';

export const prerender = false;

export const ALL = documentEndpoint('mcpServerCard', ({ mcp }) => mcp.card, { maxAge: 3600 });
