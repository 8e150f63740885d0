import mdx from '@astrojs/mdx';
import { defineConfig } from 'astro/config';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import { lectern } from './src/astro/integration.ts';
import { publicFolder, readBuildConfig } from './src/app/env.ts';

const { siteUrl, contentDir } = readBuildConfig();

const small = { name: 'small', test: /preload-helper|components\/free-seats|i18n\/(format|en\/seats)/ };

export default defineConfig({
  site: siteUrl,
  publicDir: publicFolder(),
  output: 'static',
  adapter: node({ mode: 'middleware' }),
  trailingSlash: 'ignore',
  build: { format: 'file' },
  compressHTML: true,
  integrations: [mdx(), lectern({ siteUrl, contentDir })],
  markdown: { syntaxHighlight: 'prism' },
  // Origins are checked where requests are answered, against the one that is configured.
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
  // VS Code takes its hints for front matter from what this writes to .astro/collections.
  experimental: { contentIntellisense: true },
  // Vite would read .env into the build; a build sees three settings and no others.
  vite: {
    envDir: false,
    // What auth-astro would bundle as its options, secrets included, it gets from the route instead.
    resolve: {
      alias: { 'auth:config': fileURLToPath(new URL('./src/astro/no-auth-options.ts', import.meta.url)) },
    },
    ssr: { noExternal: ['auth-astro'] },
    build: {
      rolldownOptions: {
        // Astro's own marker in MDX modules, which it reads before it is lost.
        onLog: (level, log, report) => log.code === 'MODULE_LEVEL_DIRECTIVE' || report(level, log),
      },
    },
    // Modules of a few lines that most pages need together: the headers of three responses are larger than the three.
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [small] } } } } },
    },
  },
});
