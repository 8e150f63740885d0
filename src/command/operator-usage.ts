import { findClosest } from '#lib/content/checking/closest-match.ts';

export const operatorUsage = `  lectern backup DIR FILE          writes store, texts and repository into FILE, and secrets into FILE.secrets; the site may be running
  lectern restore FILE DIR         checks a backup, then restores it into an empty folder and an empty store;
                                   with --only REFERENCE, brings one registration or enquiry back into a running site
  lectern move-store DIR URL       moves the store to postgres://..., or back with the word sqlite; the site must be stopped
  lectern send-test-mail DIR ADDRESS   sends an email with the settings of the site`;

/** The parameters of each command, and which of them is the institute’s folder. */
export const operations = {
  backup: { parameters: ['DIR', 'FILE'], dir: 0 },
  restore: { parameters: ['FILE', 'DIR'], dir: 1 },
  'move-store': { parameters: ['DIR', 'URL'], dir: 0 },
  'send-test-mail': { parameters: ['DIR', 'ADDRESS'], dir: 0 },
} as const;

export type OperationName = keyof typeof operations;

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

type Commands = {
  /** The number of parameters of the command; undefined if it is unknown. */
  parameters: number | undefined;
  /** The names of the commands that are not operations. */
  others: readonly string[];
  /** An option that the command does not have. */
  option?: string | undefined;
  /** The options that it has. */
  options?: readonly string[] | undefined;
};

/** Says what is wrong with a command or its parameters. */
export function describeMisuse(name: string, { parameters, others, option, options = [] }: Commands): string {
  if (option) {
    const close = findClosest(option, options);
    return `${name} has no option ${option}${close ? `: did you mean ${close}?` : ''}`;
  }
  if (parameters === 1) return `${name} needs the folder of the institute, and nothing else`;
  if (parameters !== undefined) return `${name} needs the folder of the institute and a folder for the files`;
  const meant = findClosest(name, ['new', 'import', ...others, ...Object.keys(operations)]);
  return `there is no command "${name}"${meant ? `: did you mean ${meant}?` : ''}`;
}
