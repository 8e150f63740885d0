import { afterAll, describe } from 'vitest';
import { stopMachines, useMachines } from './machines-site.ts';

// The same tests as for one process, on two that share no disk, where each request meets the other instance.
useMachines();

afterAll(() => stopMachines());

describe('forms, mail and links', async () => {
  await import('./forms-pages.test.ts');
});

describe('staff pages', async () => {
  await import('./staff.test.ts');
});

describe('sign-in', async () => {
  await import('./auth.test.ts');
});
