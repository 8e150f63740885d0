// The former address of the server card.
export { ALL } from '#pages/mcp/server-card.ts';

export const prerender = false;
