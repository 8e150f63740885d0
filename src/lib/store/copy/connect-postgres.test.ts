import { expect, test } from 'vitest';
import { connectPostgres } from './connect-postgres.ts';

test('a database that nothing serves is named without its password, with what to check', async () => {
  // A port below 1024 that no program has.
  await expect(connectPostgres('postgres://ann:secret@127.0.0.1:1/site')).rejects.toThrow(
    /^the database postgres:\/\/127\.0\.0\.1:1\/site cannot be used: nothing listens there\. Check host and port/,
  );
});
