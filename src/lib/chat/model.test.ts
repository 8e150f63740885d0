import { expect, test } from 'vitest';
import { geminiModel } from '#test/stand-ins/gemini.ts';
import { openModel } from './model.ts';

test('openModel sets a notice for stand-in models only', () => {
  const { notice } = openModel({ apiKey: 'key', name: geminiModel, baseUrl: undefined });
  const real = openModel({ apiKey: 'key', name: 'gemini-3.8-flash', baseUrl: undefined });

  expect([notice, real.notice]).toEqual(['stand-in: quotes only', undefined]);
});
