// Ends once an address answers 200, or with code 1 after two minutes: `node wait-for-site.mjs URL`.
import { setTimeout as sleep } from 'node:timers/promises';

const [, , address = ''] = process.argv;
const deadline = Date.now() + 120_000;

while (!(await answers())) {
  if (Date.now() > deadline) {
    console.error(`lectern: ${address} does not answer`);
    process.exit(1);
  }
  await sleep(100);
}

async function answers() {
  try {
    const { ok } = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    return ok;
  } catch {
    return false;
  }
}
