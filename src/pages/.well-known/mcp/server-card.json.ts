// Where scanners of the older shape look for the same card.
export { ALL } from '#pages/mcp/server-card.ts';

export const prerender = false;
