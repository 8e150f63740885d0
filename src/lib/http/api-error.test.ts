import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';

test('takes no stack, and leaves other errors theirs', () => {
  const refusal = new ApiError('NOT_FOUND', { message: 'Nothing here.', resolution: 'Look there.' });
  const fault = new Error('broken');

  expect(refusal.stack).toBe('ApiError: Nothing here.');
  expect(fault.stack).toMatch(/\n\s+at /);
});
