import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { watchUncaughtErrors } from '#lib/delivery/uncaught-errors.ts';
import { captureConsole } from '#lib/log/capture-console.ts';
import { describeLittleMemory, describeServed, describeSwitchedOff } from './describe-start.ts';
import { findUnknownSettings, processEnvironment, readConfig } from './env.ts';
import { explainError } from './explain-error.ts';
import { openLog } from './log-services.ts';
import { explainMissingCode, readBuiltCode, readOwnCode, useOwnComponents } from './own-code.ts';
import { startServer } from './start-server.ts';

/**
 * `node server.ts [DIST] [--watch]`: serves a build until a signal or an uncaught error ends the process. With `--watch`, it
 * publishes each change of the content folder for writers.
 */
async function serve(): Promise<void> {
  const config = readConfig();
  const log = openLog(config);
  for (const problem of findUnknownSettings()) log.warn(problem);
  const distDir = process.argv[2] ?? fileURLToPath(new URL('../../dist', import.meta.url));
  useOwnComponents(distDir);
  const missingCode = explainMissingCode(readOwnCode(), readBuiltCode(distDir));
  if (missingCode) log.warn(missingCode);
  const isWatching = process.argv.includes('--watch');
  const start = isWatching ? (await import('./watch/start-watching.ts')).startWatching : startServer;
  const starting = start({
    config,
    distDir,
    environment: processEnvironment(),
    log,
    warmsUp: true,
    // Before that, a signal ends the process at once.
    onListening() {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0));
    },
  });
  const end = async (exitCode: number) => process.exit(await (await starting).stop(exitCode));
  const server = await starting;
  watchUncaughtErrors((error) => {
    log.error('uncaught error outside of any request', { error });
    void end(1);
  });
  log.info(describeServed(server.publication));
  const pages = server.publication.manifest.pages.length;
  const littleMemory = describeLittleMemory(
    pages,
    Math.min(process.constrainedMemory() || Infinity, totalmem()),
  );
  if (littleMemory && config.PUBLISHER !== 'off') log.warn(littleMemory);
  for (const feature of isWatching ? [] : describeSwitchedOff(config)) log.info(`switched off: ${feature}`);
  console.log(`listening on ${server.origin}`);
  captureConsole(log.with({ name: 'library' }));
}

try {
  await serve();
} catch (error) {
  console.error(explainError(error));
  process.exit(1);
}
