import { exitOnFault } from './exit-on-error.ts';
import { buildSite, isBuilt } from './build-site.ts';
import { runCommand } from './run-command.ts';

/** `npm run bench`, or `npm run bench -- search` for one part. Figures, never a gate. */
const parts: Record<string, () => Promise<void>> = {
  delivery: async () => {
    if (!isBuilt()) await buildSite();
    await runCommand('node_modules/astro/bin/astro.mjs', [
      'build',
      '--silent',
      '--config',
      'bench/standalone.config.mjs',
    ]);
    await runCommand('bench/delivery.ts', ['dist']);
    await runCommand('bench/endpoints.ts', ['dist']);
  },
  load: async () => {
    if (!isBuilt()) await buildSite();
    await runCommand('bench/load.ts', []);
  },
  size: async () => {
    if (!isBuilt()) await buildSite();
    await runCommand('bench/size.ts', []);
  },
  search: () => runCommand('bench/search.ts', []),
  preview: () => runCommand('bench/preview.ts', []),
  build: () => runCommand('bench/build.ts', []),
  forms: () => runCommand('bench/forms.ts', []),
  chat: async () => {
    if (!isBuilt()) await buildSite();
    await runCommand('bench/chat.ts', []);
  },
  staff: async () => {
    if (!isBuilt()) await buildSite();
    await runCommand('bench/staff.ts', []);
  },
  lighthouse: async () => {
    if (!isBuilt()) await buildSite();
    await runCommand('bench/lighthouse.ts', []);
  },
  worst: async () => {
    if (!isBuilt()) await buildSite();
    await runCommand('bench/worst.ts', []);
  },
  retrieval: async () => {
    if (!isBuilt()) await buildSite();
    await runCommand('bench/retrieval.ts', []);
  },
};

await exitOnFault(async () => {
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`there is no bench "${name}": there are ${Object.keys(parts).join(', ')}`);
    console.log(`\n== ${name}`);
    await part();
  }
});
