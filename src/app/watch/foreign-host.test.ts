import { expect, test } from 'vitest';
import { isForeignHost } from './foreign-host.ts';

const isForeign = (host: string) => isForeignHost(host, 'https://www.larkmoor.example');

test.each([
  'localhost:4321',
  'LOCALHOST',
  'larkmoor.localhost:80',
  '127.0.0.1:4321',
  '192.168.1.20',
  '[::1]:4321',
  'www.larkmoor.example',
])('%s is the writer’s', (host) => expect(isForeign(host)).toBe(false));

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example:4321',
  'larkmoor.example',
  '',
  'a b',
  '@',
])('%s may be another site’s', (host) => expect(isForeign(host)).toBe(true));
