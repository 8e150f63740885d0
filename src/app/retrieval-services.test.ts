import { expect, test } from 'vitest';
import { collectLog } from '#test/collected-log.ts';
import { parseConfig } from './config.ts';
import type { Config } from './env.ts';
import { createMeaningSource } from './retrieval-services.ts';

function openFor(locale: string, settings: Partial<Config> = {}) {
  const { log, lines } = collectLog();
  const config = { ...parseConfig({}), ...settings };
  const source = createMeaningSource({ publishedDir: 'dist', config, log, locale });
  return { source, lines };
}

test('logs once that search ranks by words only if the encoder does not support the language', () => {
  const { source, lines } = openFor('cy');

  expect(source).toBeUndefined();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: 'info',
    name: 'retrieval',
    msg: expect.stringMatching(/ranks by words only: .* English, and the site's language is cy$/),
  });
});

test.each([
  ['an English site', 'en-GB', {}, true],
  ['a site without the encoder', 'cy', { ENCODER: 'off' }, false],
  ['a site with another encoder', 'cy', { ENCODER: 'dist/encoder' }, true],
  [
    'a site with a Gemini model',
    'cy',
    { EMBEDDING_MODEL: 'gemini-embedding', GOOGLE_GENERATIVE_AI_API_KEY: 'a-key' },
    true,
  ],
])('logs nothing for %s', (_site, locale, settings, hasSource) => {
  const { source, lines } = openFor(locale, settings);

  expect(source !== undefined).toBe(hasSource);
  expect(lines).toEqual([]);
});
