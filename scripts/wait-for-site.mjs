// Waits until a URL responds with 200; exits with 1 after two minutes: `node wait-for-site.mjs URL`.
import { setTimeout as sleep } from 'node:timers/promises';

const [, , address = ''] = process.argv;
const deadline = Date.now() + 120_000;

while (!(await isUp())) {
  if (Date.now() > deadline) {
    console.error(`lectern: ${address} does not respond`);
    process.exit(1);
  }
  await sleep(100);
}

async function isUp() {
  try {
    const { ok } = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    return ok;
  } catch {
    return false;
  }
}
