import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates one folder for the temporary files of a test run. @returns a function that removes it after the last test */
export default function setUpTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-tests-'));
  // Servers of tests may run as another user.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Makes an empty folder, which is removed with the one of the test run. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'test-'));
}
