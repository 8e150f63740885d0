import { exitOnError } from '#command/exit-on-error.ts';
import { isSmallest } from '../bench/sized.ts';
import { buildIfNeeded } from './build-site.ts';
import { runCommand } from './run-command.ts';

/** The scripts of each part. */
const parts: Record<string, string[]> = {
  delivery: ['delivery', 'endpoints'],
  load: ['load'],
  size: ['size'],
  search: ['search'],
  lighthouse: ['lighthouse'],
  retrieval: ['retrieval'],
  answers: ['answers'],
  blind: ['blind'],
  desk: ['desk'],
  // The other generators come from the registry.
  publish: isSmallest ? ['publish'] : ['publish', 'publish-peers'],
};

/**
 * `npm run bench`, or `npm run bench -- search` for one part. Prints measurements without checking them. With
 * `BENCH_SIZE=smallest`, each part measures as little as it can.
 */
await exitOnError(async () => {
  const wanted = process.argv.slice(2);
  await buildIfNeeded();
  for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
    const scripts = parts[name];
    if (!scripts)
      throw new Error(`unknown benchmark "${name}": choose from ${Object.keys(parts).join(', ')}`);
    console.log(`\n== ${name}`);
    if (name === 'delivery') await buildPeers();
    for (const script of scripts) await runCommand(`bench/${script}.ts`);
  }
});

async function buildPeers(): Promise<void> {
  const astro = 'node_modules/astro/bin/astro.mjs';
  await runCommand(astro, ['build', '--silent', '--config', 'bench/standalone.config.mjs']);
  await runCommand(astro, ['build', '--silent', '--root', 'bench/plain']);
}
