import { exitOnError } from '#command/exit-on-error.ts';
import { buildIfNeeded } from './build-site.ts';
import { runCommand } from './run-command.ts';

/** `npm run bench`, or `npm run bench -- search` for one part. Prints measurements without checking them. */
const parts: Record<string, () => Promise<void>> = {
  delivery: async () => {
    await buildIfNeeded();
    const astro = 'node_modules/astro/bin/astro.mjs';
    await runCommand(astro, ['build', '--silent', '--config', 'bench/standalone.config.mjs']);
    await runCommand(astro, ['build', '--silent', '--root', 'bench/plain']);
    await runCommand('bench/delivery.ts', ['dist']);
    await runCommand('bench/endpoints.ts', ['dist']);
  },
  load: onBuild('bench/load.ts'),
  size: onBuild('bench/size.ts'),
  search: () => runCommand('bench/search.ts'),
  lighthouse: onBuild('bench/lighthouse.ts'),
  retrieval: onBuild('bench/retrieval.ts'),
  answers: onBuild('bench/answers.ts'),
  blind: onBuild('bench/blind.ts'),
  desk: () => runCommand('bench/desk.ts'),
  publish: async () => {
    await runCommand('bench/publish.ts');
    await runCommand('bench/publish-peers.ts');
  },
};

await exitOnError(async () => {
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`unknown benchmark "${name}": choose from ${Object.keys(parts).join(', ')}`);
    console.log(`\n== ${name}`);
    await part();
  }
});

function onBuild(script: string): () => Promise<void> {
  return async () => {
    await buildIfNeeded();
    await runCommand(script);
  };
}
