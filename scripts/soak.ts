import { exitOnFault } from './exit-on-fault.ts';
import { findServices } from './find-services.ts';
import { runCommand } from './run-command.ts';

/** The long forms of what `npm test` has in short. */
await exitOnFault(async () => {
  await findServices();
  const vitest = ['run', '--project', 'http', '--no-file-parallelism', '--testTimeout', '3600000'];
  console.log('lectern: 200 rounds of kill -9 under load, on SQLite and on PostgreSQL ...');
  await runCommand('node_modules/vitest/vitest.mjs', [...vitest, 'test/http/forms-kill.test.ts'], {
    KILL_ROUNDS: '200',
  });
});
