import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const withWorkTree =
  'needs a bare repository, made by git clone --bare: this one has a work tree, and its next commit would undo the changes of editors';

/** A repository on a forge, or a bare one on this machine. */
const repositorySchema = z.string().superRefine((text, context) => {
  const problem = isRemoteRepository(text) ? problemOfAddress(text) : problemOfFolder(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

/** `git@forge.example.org:team/content.git`, the short form of ssh. */
const shortSsh = /^[\w.-]+@[\w.-]+:(?!\/\/)[^\s:]+$/;

/** Whether CONTENT_REPO names a repository on another machine. */
export function isRemoteRepository(repository: string): boolean {
  return shortSsh.test(repository) || /^[a-z][a-z\d+.-]*:/i.test(repository);
}

function problemOfAddress(text: string): string | undefined {
  if (shortSsh.test(text) && !text.startsWith('-')) return undefined;
  const url = URL.parse(text);
  const isSafe = url && /^(?:https|ssh):$/.test(url.protocol) && /^[\w.[\]:-]+$/.test(url.host);
  if (isSafe && !url.hostname.startsWith('-') && !url.username.startsWith('-')) return undefined;
  return 'needs the folder of a bare repository, or an address that starts with https:// or ssh://';
}

function problemOfFolder(folder: string): string | undefined {
  if (existsSync(join(folder, '.git')) || basename(folder) === '.git') return withWorkTree;
  if (!['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)))) {
    return 'needs the folder of a bare git repository: this folder is none';
  }
  return isBare(folder) ? undefined : withWorkTree;
}

function isBare(folder: string): boolean {
  const file = join(folder, 'config');
  if (!existsSync(file)) return true;
  const config = readFileSync(file, 'utf8');
  return !/^\s*bare\s*=\s*(?:false|no|off|0)\s*$/im.test(config) && !/^\s*worktree\s*=/im.test(config);
}

const branchSchema = z
  .string()
  .regex(
    /^(?!-)(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)))\w[\w./-]*(?<![./])$/,
    'needs the name of a branch, such as main',
  )
  .refine((branch) => !branch.startsWith('propose/'), 'needs a branch outside propose/: those are proposals');

const pathSchema = z
  .string()
  .transform((text) => text.replace(/\/$/, ''))
  .refine(
    (path) =>
      /^[^\\\p{Cc}]+$/u.test(path) &&
      path.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.startsWith(':')),
    'needs a folder inside the repository, such as src/content',
  );

/** Folder that contains a folder for each exported commit, and the link `current`. */
export function exportedContent(dataDir = 'data'): string {
  return join(dataDir, 'content');
}

/** Settings of the content's repository and of its editors. */
export const contentSettings = {
  DESK: z.enum(['on', 'off'], 'needs on or off').default('on'),
  CONTENT_REPO: repositorySchema.optional(),
  CONTENT_BRANCH: branchSchema.default('main'),
  CONTENT_PATH: pathSchema.default(''),
  CONTENT_HOOK_SECRET: z.string().optional(),
  EDITORS_PUBLISH: z.enum(['reviewed', 'own'], 'needs reviewed or own').default('reviewed'),
};

type Given = Partial<Record<keyof typeof contentSettings | 'CONTENT_DIR', string>>;

/** Finds content settings that contradict each other, or that require a missing one. */
export function contentConflicts(given: Given): string[] {
  const problems: string[] = [];
  if (given.CONTENT_REPO !== undefined && given.CONTENT_DIR !== undefined) {
    problems.push(
      'CONTENT_DIR must be unset while CONTENT_REPO is set: the site takes its content from the repository',
    );
  }
  for (const name of ['CONTENT_BRANCH', 'CONTENT_PATH', 'CONTENT_HOOK_SECRET'] as const) {
    if (given[name] !== undefined && given.CONTENT_REPO === undefined)
      problems.push(`CONTENT_REPO is missing: ${name} requires it`);
  }
  return problems;
}
