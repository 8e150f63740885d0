import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

/** Fails tests on unexpected `console.error`. A test that expects one mocks it. */
let spy: MockInstance<typeof console.error>;

beforeEach(() => {
  spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  const calls = spy.mock.calls;
  spy.mockRestore();
  expect(calls, 'unexpected console.error').toEqual([]);
});
