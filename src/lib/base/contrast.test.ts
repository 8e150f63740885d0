import { expect, test } from 'vitest';
import { contrastOf } from './contrast.ts';

test('contrastOf equals the WCAG contrast ratio', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
