import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

/** What is logged as an error and not expected by the test fails it. A test that expects one mocks it anew. */
let spy: MockInstance<typeof console.error>;

beforeEach(() => {
  spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  const calls = spy.mock.calls;
  spy.mockRestore();
  expect(calls, 'unexpected console.error').toEqual([]);
});
