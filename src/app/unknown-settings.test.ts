import { expect, test } from 'vitest';
import { describeUnknownSettings } from './unknown-settings.ts';

test.each([
  ['SITE_ULR', 'SITE_URL'],
  ['PROT', 'PORT'],
  ['SMTP_ULR', 'SMTP_URL'],
  ['site_url', 'SITE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
])('%s is named with the setting %s, in .env and in the environment', (name, meant) => {
  expect(describeUnknownSettings({ inFile: [name], inEnvironment: [name] })).toEqual([
    `${name} in .env is not a setting: did you mean ${meant}?`,
  ]);
  expect(describeUnknownSettings({ inFile: [], inEnvironment: [name] })).toEqual([
    `${name} is not a setting: did you mean ${meant}?`,
  ]);
});

test('every unknown name in .env is named, and only names like those of settings in the environment', () => {
  const found = describeUnknownSettings({
    inFile: ['PORT', 'COLOUR', 'GIT_SSH_COMMAND', 'NODE_OPTIONS'],
    inEnvironment: ['COLOUR', 'SHELL', 'EDITOR', 'STAFF_LIST', 'SMTP_HOST'],
  });

  expect(found).toEqual([
    'COLOUR in .env is not a setting: docs/deploying.md lists the settings',
    'STAFF_LIST is not a setting: docs/deploying.md lists the settings',
    'SMTP_HOST is not a setting: docs/deploying.md lists the settings',
  ]);
});

test('variables of shells, systemd, npm, containers and service links are not named', () => {
  const inEnvironment = [
    ...[
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'PATH',
      'PWD',
      'MAIL',
      'LOGNAME',
      'SHLVL',
      'XDG_DATA_DIRS',
      'DISPLAY',
    ],
    ...['STATE_DIRECTORY', 'RUNTIME_DIRECTORY', 'INVOCATION_ID', 'JOURNAL_STREAM', 'NOTIFY_SOCKET'],
    ...['npm_config_prefix', 'npm_package_name', 'INIT_CWD', 'NODE', 'COLOR', 'NODE_VERSION', 'YARN_VERSION'],
    ...['SMTP_SERVICE_HOST', 'SMTP_PORT', 'SMTP_PORT_25_TCP_ADDR', 'REDIS_PORT', 'POSTGRES_PASSWORD'],
  ];

  expect(describeUnknownSettings({ inFile: [], inEnvironment })).toEqual([]);
});
