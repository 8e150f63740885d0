// Builds the same pages for @astrojs/node standalone, with which bench/delivery.ts compares our server.
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import site from '../astro.config.mjs';

export default defineConfig({
  ...site,
  root: '.',
  outDir: '.cache/bench/standalone',
  adapter: node({ mode: 'standalone' }),
  integrations: site.integrations.filter(({ name }) => name !== 'lectern'),
});
