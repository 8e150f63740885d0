import { test } from 'vitest';
import { expectExactLimits } from '#test/two-instances.ts';

test(
  'two instances with 10 clients have exact limits and no duplicate row or email',
  () => expectExactLimits(10),
  60_000,
);
