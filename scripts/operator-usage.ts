export const operatorUsage = `  lectern backup DIR FILE          writes store, texts and repository into FILE, and secrets into FILE.secrets; the site may be running
  lectern restore FILE DIR         checks a backup, then restores it into an empty folder and an empty store
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
