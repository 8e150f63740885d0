import { afterAll, describe } from 'vitest';
import { stopMachines, useMachines } from '#test/http/machines-site.ts';

// Runs the tests of a single server on two instances without a shared disk. Successive requests alternate between them.
useMachines();

afterAll(() => stopMachines());

describe('forms, mail and links', async () => {
  await import('#test/http/forms-pages.test.ts');
});

describe('staff pages', async () => {
  await import('#test/http/staff.test.ts');
});

describe('sign-in', async () => {
  await import('#test/http/auth.test.ts');
});
