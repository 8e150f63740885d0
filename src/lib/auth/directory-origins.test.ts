import { expect, test } from 'vitest';
import { createDirectoryOrigins } from './directory-origins.ts';

const endpoints = {
  authorization_endpoint: 'https://login.example.org/authorize',
  end_session_endpoint: 'https://out.example.org/end',
};

test('tells the origins to which sign-in and sign-out lead, each once', async () => {
  const origins = createDirectoryOrigins('https://login.example.org/tenant', async () => endpoints);

  expect(await origins()).toEqual(['https://login.example.org', 'https://out.example.org']);
});

test('a directory that is away costs what it told, or the issuer’s origin', async () => {
  const answers = [undefined, endpoints, undefined];
  const origins = createDirectoryOrigins('https://id.example.org', async () => answers.shift());

  expect(await origins()).toEqual(['https://id.example.org']);
  expect(await origins()).toHaveLength(3);
  expect(await origins()).toHaveLength(3);
});
