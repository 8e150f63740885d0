// A plain project, with whose endpoints bench/endpoints.ts compares ours.
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  outDir: '../../.cache/bench/plain',
  adapter: node({ mode: 'standalone' }),
});
