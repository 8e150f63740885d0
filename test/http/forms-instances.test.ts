import { test } from 'vitest';
import { expectExactLimits } from '#test/two-instances.ts';

test(
  'two instances with 10 clients: exact limits, no row and no mail twice',
  () => expectExactLimits(10),
  60_000,
);
