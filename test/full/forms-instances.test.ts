import { test } from 'vitest';
import { expectExactLimits } from '#test/two-instances.ts';

test(
  'two instances with 64 clients: exact limits, no row and no mail twice',
  () => expectExactLimits(64),
  60_000,
);
