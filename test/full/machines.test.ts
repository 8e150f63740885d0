import { afterAll, describe } from 'vitest';
import { stopMachines, useMachines } from '../http/machines-site.ts';

// The same tests as for one process, on two that share no disk, where each request meets the other instance.
useMachines();

afterAll(() => stopMachines());

describe('forms, mail and links', async () => {
  await import('../http/forms-pages.test.ts');
});

describe('staff pages', async () => {
  await import('../http/staff.test.ts');
});

describe('sign-in', async () => {
  await import('../http/auth.test.ts');
});
