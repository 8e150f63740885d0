import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { splitAddress } from './repository-address.ts';

test('removes the credentials from an https address', () => {
  const { address, environment } = splitAddress('https://lectern:s%40cr%3Aet@forge.example.org:8443/c.git');

  expect(address).toBe('https://forge.example.org:8443/c.git');
  expect(environment).toMatchObject({ LECTERN_GIT_USER: 'lectern', LECTERN_GIT_PASSWORD: 's@cr:et' });
});

test('sends the credentials only to the server of the address', () => {
  const { environment } = splitAddress('https://token@forge.example.org/c.git');
  const fill = (host: string) =>
    execFileSync('git', ['credential', 'fill'], {
      input: `protocol=https\nhost=${host}\n\n`,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...environment,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_TERMINAL_PROMPT: '0',
        GIT_ASKPASS: '',
      },
    });

  expect(fill('forge.example.org')).toContain('username=token\npassword=\n');
  expect(() => fill('evil.example')).toThrow('could not read Username');
});

test.each([
  'https://forge.example.org/c.git',
  'ssh://git@forge.example.org/c.git',
  'git@forge.example.org:c.git',
  '/srv/c.git',
])('does not change %s', (repository) => {
  expect(splitAddress(repository)).toEqual({ address: repository, environment: {} });
});
