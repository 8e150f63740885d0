import { expect, test } from 'vitest';
import { readInputs } from './publication-inputs.ts';

const published = {
  siteUrl: 'https://www.boats.example',
  contactEmail: 'web@boats.example',
  contentDir: '/srv/boats/content',
  instituteFile: '/srv/boats/institute.yaml',
};

test('inputs that are not set stay as they were published', () => {
  expect(readInputs(published, {})).toEqual(published);
});

test('a start without settings returns to the sample at the address of its port', () => {
  const inputs = readInputs(published, { PORT: '8080' }, { usesDefaults: true });

  expect(inputs).toEqual({
    siteUrl: 'http://localhost:8080',
    contactEmail: null,
    contentDir: 'src/content',
    instituteFile: 'src/institute.yaml',
  });
});

test('a start with settings uses them, and a local address stays without PORT', () => {
  const local = { ...published, siteUrl: 'http://localhost:8080' };
  const environment = { INSTITUTE_DIR: '/srv/bread', CONTACT_EMAIL: 'web@bread.example' };

  expect(readInputs(local, environment, { usesDefaults: true })).toEqual({
    siteUrl: 'http://localhost:8080',
    contactEmail: 'web@bread.example',
    contentDir: '/srv/bread/content',
    instituteFile: '/srv/bread/institute.yaml',
  });
});
