import { afterAll, describe } from 'vitest';
import { stopMachines, useMachines } from '#test/http/machines-site.ts';

// The same tests as for one process, on two that share no disk, where each request meets the other instance.
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
