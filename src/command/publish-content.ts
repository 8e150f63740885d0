import { publishContent } from '#app/publisher/publish-current-content.ts';
import { describeOutcome } from '#app/publisher/publish-requested.ts';
import type { PublicationOutcome } from '#lib/publishing/activation/publication-requests.ts';
import { exitOnError } from './exit-on-error.ts';

/** @throws Error if nothing was published */
export function printOutcome(outcome: PublicationOutcome): void {
  if (outcome.warnings) console.error(`${outcome.warnings}\n`);
  if (outcome.refused) {
    console.error(`${outcome.refused}\n`);
    console.error(
      'lectern: files with errors keep their last published state. Correct them and publish again.',
    );
  }
  if (outcome.failure) throw new Error(describeOutcome(outcome));
  console.log(`lectern: ${describeOutcome(outcome)}`);
}

if (import.meta.main) {
  await exitOnError(async () => {
    const outcome = await publishContent(process.argv[2]);
    printOutcome(outcome);
    process.exit(outcome.refusedFiles > 0 ? 1 : 0);
  });
}
