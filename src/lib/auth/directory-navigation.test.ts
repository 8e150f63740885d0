import { expect, test } from 'vitest';
import { createDirectoryOrigins } from './directory-navigation.ts';

const endpoints = {
  authorization_endpoint: 'https://login.example.org/authorize',
  end_session_endpoint: 'https://out.example.org/end',
};

test('createDirectoryOrigins returns the origins of sign-in and sign-out once each', async () => {
  const origins = createDirectoryOrigins('https://login.example.org/tenant', async () => endpoints);

  expect(await origins()).toEqual(['https://login.example.org', 'https://out.example.org']);
});

test('while the directory is unavailable, its last known origins or the issuer’s origin are returned', async () => {
  const answers = [undefined, endpoints, undefined];
  const origins = createDirectoryOrigins('https://id.example.org', async () => answers.shift());

  expect(await origins()).toEqual(['https://id.example.org']);
  expect(await origins()).toHaveLength(3);
  expect(await origins()).toHaveLength(3);
});
