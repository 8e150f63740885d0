/** Runs a command; what stops it is told in plain words, without a stack, and the exit code is 1. */
export async function exitOnFault(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`lectern: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
