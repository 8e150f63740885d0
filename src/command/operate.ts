import { processEnvironment } from '#app/env.ts';
import { exitOnError } from './exit-on-error.ts';
import { operate, readOperation } from './operator-commands.ts';

// `npm run backup`, `restore`, `move-store` and `send-test-mail` do the same as the commands of a release. Settings and
// DATA_DIR are those of this folder; DIR is the folder of the institute.

const operation = readOperation(process.argv.slice(2));
if (typeof operation === 'string') {
  console.error(operation);
  process.exitCode = 2;
} else {
  processEnvironment();
  await exitOnError(() => operate(operation));
}
