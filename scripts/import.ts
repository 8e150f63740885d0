import { processEnvironment } from '#app/env.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { importUsage, readImportArguments, runImport } from '#command/import-command.ts';

// `npm run import` does the same as `lectern import` in a release.

const given = readImportArguments(process.argv.slice(2));
if (typeof given === 'string') {
  console.error(given === '' ? importUsage : `lectern: ${given}\n\n${importUsage}`);
  process.exitCode = given === '' ? 0 : 2;
} else {
  processEnvironment();
  process.env['INSTITUTE_DIR'] = given.dir;
  await exitOnError(() => runImport(given));
}
