import { test } from 'vitest';
import { expectExactLimits } from '#test/two-instances.ts';

test(
  'two instances with 64 clients: limits are exact, and no row or email is duplicated',
  () => expectExactLimits(64),
  60_000,
);
