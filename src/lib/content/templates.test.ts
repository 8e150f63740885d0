import { expect, test } from 'vitest';
import { templates } from './templates.ts';

test('no template names a currency, because institutes have their own', () => {
  for (const write of Object.values(templates))
    expect(write({ title: 'Knots', today: '2026-01-01', date: '2026-01-01', code: 'BOAT101' })).not.toMatch(
      /pound|euro|dollar|[£€$]/i,
    );
});
