import { existsSync, readFileSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { processEnvironment, readConfig, readDataConfig } from '#app/env.ts';
import { backUp, placeOf, secretsFileOf } from '#app/operating/back-up.ts';
import { restoreRecord, type RestoringRecord } from '#app/operating/restore-record.ts';
import { restore } from '#app/operating/restore.ts';
import { sendTestMail } from '#app/operating/send-test-mail.ts';
import { instituteFileName } from '#lib/content/checking/institute-file.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { moveStore } from '#lib/store/copy/move-store.ts';
import { isOperation, operations, operatorUsage, type OperationName } from './operator-usage.ts';

const options = {
  secrets: { type: 'string' },
  'without-secrets': { type: 'boolean' },
  only: { type: 'string' },
} as const;

/** Commands read settings in the working directory. */
const envFile = '.env';

export type Operation = {
  name: OperationName;
  /** The institute's folder. */
  dir: string;
  /** The other parameter. A file is an absolute path. */
  target: string;
  /** For `restore`: the file of the secrets; null for new ones, undefined for the one beside the backup. */
  secretsFile: string | null | undefined;
  /** For `restore`: the reference of the one record to bring back. */
  only: string | undefined;
};

/** @returns a message for invalid arguments */
export function readOperation([name = '', ...args]: readonly string[]): Operation | string {
  if (!isOperation(name)) return operatorUsage;
  const { parameters, dir } = operations[name];
  const usage = `usage: lectern ${name} ${parameters.join(' ')}${name === 'restore' ? ' [--secrets FILE | --without-secrets | --only REFERENCE]' : ''}`;
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: name === 'restore' ? options : {} });
  } catch (error) {
    // Node adds advice about positional arguments, which is of no use here.
    return `lectern: ${messageOf(error).split('. ')[0]}\n${usage}`;
  }
  const { positionals } = parsed;
  if (positionals.length !== 2) return usage;
  const values = parsed.values as { secrets?: string; 'without-secrets'?: boolean; only?: string };
  const other = positionals[1 - dir] ?? '';
  return {
    name,
    dir: resolve(positionals[dir] ?? ''),
    target: name === 'backup' || name === 'restore' ? resolve(other) : other,
    secretsFile: values['without-secrets'] ? null : values.secrets && resolve(values.secrets),
    only: values.only?.trim().toUpperCase(),
  };
}

/** Runs a command with the settings of the working directory. */
export async function operate(operation: Operation): Promise<void> {
  const started = performance.now();
  if (operation.name !== 'restore' || operation.only !== undefined) requireInstitute(operation.dir);
  for (const line of await run[operation.name](operation)) console.log(line);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`lectern: ${operation.name} took ${seconds} s`);
}

const run: Readonly<Record<OperationName, (operation: Operation) => Promise<string[]>>> = {
  async backup({ dir, target: file }) {
    // Visitors come first.
    setPriority(constants.priority.PRIORITY_LOW);
    const release = readRelease();
    const environment = processEnvironment();
    const made = await backUp({ dir, file, envFile, config: readDataConfig(), environment, release });
    return [
      `${file}: ${count(made.rows, 'row')} of ${count(made.tables, 'table')}, ${count(made.files, 'file')}, ${(made.bytes / 1e6).toFixed(1)} MB`,
      ...(made.tables === 0
        ? [
            'It has no submissions, since there is no store where the settings say. If the site has one, remove this backup, and run the command with DATA_DIR or DATABASE_URL of the site.',
          ]
        : []),
      `${made.secretsFile}: the secrets and settings. Keep this file in another place: it opens what the backup has.`,
    ];
  },

  async restore({ dir, target: file, secretsFile = secretsFileOf(file), only }) {
    if (only !== undefined) return restoreOne({ file, dir, reference: only });
    const environment = processEnvironment();
    const restored = await restore({
      dir,
      file,
      envFile,
      secretsFile: secretsFile ?? undefined,
      environment,
    });
    const { repository } = restored;
    return [
      `restored the backup of ${restored.madeAt}: ${count(restored.rows, 'row')}, ${count(restored.files, 'file')}. Every row was compared.`,
      ...(repository ? [`${repository} has the content’s repository.`] : []),
      'Staff sessions that were ended after the backup are valid again: change SESSION_SECRET if that matters.',
      'Then start the site. It publishes the texts before it answers.',
    ];
  },

  async 'move-store'({ target }) {
    const config = readDataConfig();
    if (target !== 'sqlite' && !(/^postgres(?:ql)?:\/\//.test(target) && URL.canParse(target)))
      throw new Error('name postgres://USER:PASSWORD@HOST/DATABASE, or sqlite for the file in DATA_DIR');
    const databaseUrl = target === 'sqlite' ? undefined : target;
    const moved = await moveStore(placeOf(config), { dataDir: config.DATA_DIR, databaseUrl });
    return [
      ...moved.map(({ name, rows }) => `  ${name}: ${rows}`),
      `moved ${count(
        moved.reduce((sum, { rows }) => sum + rows, 0),
        'row',
      )}. Every row was compared; the old store is unchanged.`,
      databaseUrl
        ? 'Now set DATABASE_URL to this address, then start the site.'
        : 'Now remove DATABASE_URL from the settings, then start the site.',
      'Remove the old store when the site works: what arrives from now on is only in the new one.',
    ];
  },

  async 'send-test-mail'({ target: address }) {
    await sendTestMail(address, readConfig());
    return [
      `The mail server accepted the email to ${address}. Look into the inbox, and into the spam folder.`,
    ];
  },
};

async function restoreOne(found: Pick<RestoringRecord, 'file' | 'dir' | 'reference'>): Promise<string[]> {
  const rows = await restoreRecord({ ...found, config: readDataConfig() });
  return [
    `${found.reference} is on the site again: ${[...rows].map(([name, number]) => `${number} of ${name}`).join(', ')}.`,
    'Its emails are not, so none is sent twice. Look at its page at /staff before you answer.',
  ];
}

/** @throws Error for a folder without an institute, such as a mistyped one */
function requireInstitute(dir: string): void {
  const isFolder = statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && (existsSync(join(dir, instituteFileName)) || processEnvironment()['CONTENT_REPO'])) return;
  throw new Error(`${dir} has no ${instituteFileName}: name the folder of the institute`);
}

function readRelease(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}
