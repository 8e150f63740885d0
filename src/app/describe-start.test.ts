import { expect, test } from 'vitest';
import { describeServed } from './describe-start.ts';

test('names the institute, its folder and its address, and content of another folder', () => {
  const institute = { name: 'Harbourside School' };
  const manifest = {
    siteUrl: 'https://www.example.org',
    contentDir: '/srv/boats/content',
    instituteFile: '/srv/boats/institute.yaml',
  };

  expect(describeServed({ institute, manifest })).toBe(
    'serving Harbourside School from /srv/boats, with the address https://www.example.org',
  );
  expect(describeServed({ institute, manifest: { ...manifest, contentDir: '/srv/texts' } })).toBe(
    'serving Harbourside School from /srv/boats, with the content of /srv/texts, with the address https://www.example.org',
  );
});
