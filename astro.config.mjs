import mdx from '@astrojs/mdx';
import { defineConfig } from 'astro/config';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import { lectern } from './src/astro/integration.ts';
import { publicFolder, readBuildConfig } from './src/app/env.ts';

const { siteUrl, contentDir } = readBuildConfig();

const small = {
  name: 'small',
  test: /preload-helper|components\/courses\/show-free-seats|i18n\/(format|en\/seats)/,
};

const forms = { name: 'forms', test: /components\/forms\/connect-forms?\.ts/ };

/** Folders that only commands write. */
const writtenFolders = ['.cache', 'data', 'dist.builds', 'dist-static', 'releases'];

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
  // Our own code checks origins, against SITE_URL.
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
  // Writes schemas to .astro/collections, from which VS Code completes front matter.
  experimental: { contentIntellisense: true },
  // Otherwise Vite would load .env into the build, which may read only the `buildSettings` of src/app/config.ts.
  vite: {
    envDir: false,
    // With thousands of files in them, `npm run dev` would need more watches than the system has.
    server: { watch: { ignored: writtenFolders.map((name) => `${import.meta.dirname}/${name}/**`) } },
    // auth-astro would bundle its options, including secrets. The route passes them instead.
    resolve: {
      alias: { 'auth:config': fileURLToPath(new URL('./src/astro/no-auth-options.ts', import.meta.url)) },
    },
    ssr: { noExternal: ['auth-astro'] },
    build: {
      rolldownOptions: {
        // Ignore warnings about Astro's directive in MDX modules: Astro reads it before the bundler drops it.
        onLog: (level, log, report) => log.code === 'MODULE_LEVEL_DIRECTIVE' || report(level, log),
      },
    },
    // Most pages need the small modules, and most forms both of theirs. As separate files, their response headers would outweigh the code.
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [small, forms] } } } } },
    },
  },
});
