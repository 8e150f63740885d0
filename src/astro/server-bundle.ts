import { createApp } from 'astro/app/entrypoint';

/** What the build has for `server.ts`: Astro's handler for Node, and the routes themselves. */
export { handler } from '@astrojs/node/server.js';
export const app = createApp();
