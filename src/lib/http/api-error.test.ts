import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';

test('an ApiError has no stack trace, and other errors still have one', () => {
  const apiError = new ApiError('NOT_FOUND', { message: 'Nothing here.', resolution: 'Look there.' });
  const otherError = new Error('broken');

  expect(apiError.stack).toBe('ApiError: Nothing here.');
  expect(otherError.stack).toMatch(/\n\s+at /);
});
