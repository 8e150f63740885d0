import { readManifest } from '#lib/delivery/read-manifest.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { readInputs } from './publication-inputs.ts';
import { takeOver } from './publish-current-content.ts';
import { describeOutcome } from './publish-requested.ts';

/**
 * Publishes with the settings of its environment before a server starts, so that the server does not need the memory
 * for it. Usage: node src/app/publisher/take-over-process.ts BUILD. Prints the outcome, and files with errors to
 * stderr; exits with 1 if nothing was published.
 */
const buildDir = process.argv[2] ?? 'dist';
try {
  const outcome = await takeOver(buildDir, readInputs(readManifest(buildDir)));
  if (outcome?.refused) console.error(outcome.refused);
  if (outcome?.failure) throw new Error(describeOutcome(outcome));
  console.log(outcome ? describeOutcome(outcome) : 'another server published with them');
  process.exit(0);
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
