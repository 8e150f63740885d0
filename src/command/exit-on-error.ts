import { explainError } from '#app/explain-error.ts';

/** Runs a command. Prints the message of an error without its stack, and exits with code 1. */
export async function exitOnError(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(`lectern: ${explainError(error)}`);
    process.exit(1);
  }
}
