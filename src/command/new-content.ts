import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { dirname, join, posix, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { entryAddress, entryId } from '#lib/content/addresses.ts';
import { collectionOfKind, type CollectionKind, type CollectionName } from '#lib/content/collections.ts';
import { listSiteRoutes } from '#app/content-view/check-site-content.ts';
import { createTakenAddresses } from '#lib/content/taken-addresses.ts';
import { slugOf } from '#lib/content/slug-of.ts';
import type { NewFileValues } from '#lib/content/new-file-values.ts';
import { templates } from '#lib/content/templates.ts';
import { dayIn } from '#lib/content/terms.ts';
import { readBuildConfig, readRepositoryConfig } from '#app/env.ts';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { proposeValues, readPeople } from './content-templates/existing-content.ts';
import {
  askForValues,
  askUntilValid,
  questionsFor,
  type Choices,
  type Dialogue,
} from './content-templates/questions.ts';
import { exitOnError } from './exit-on-error.ts';
import { messageOf } from '#lib/base/message-of.ts';

const kinds = Object.keys(templates) as CollectionKind[];
const today = dayIn(institute().timeZone, new Date());
const maxTitleLength = 70;

/** The steps after a file is made, and the command that makes it. */
type Commands = { create: string; steps: readonly string[] };

const change = 'Change it: the notes after # explain each field.';
const unmarkDraft = 'delete the line that starts with "draft: true"';

const inCheckout: Commands = {
  create: 'npm run new --',
  steps: [
    'Preview it while you write: npm run watch',
    change,
    'Check it: npm run check:content',
    `Publish it: ${unmarkDraft}.`,
  ],
};

/** @param dir the folder of the institute, as in the command */
function inRelease(dir: string): Commands {
  const steps = [
    `Preview it while you write: npx lectern start ${dir} --watch`,
    change,
    `Check it: npx lectern check ${dir}`,
    `Publish it: ${unmarkDraft}, then npx lectern publish ${dir}`,
  ];
  return { create: `npx lectern new ${dir}`, steps };
}

const usageOf = ({ create }: Commands) => `usage: ${create} KIND "Title"

  Without KIND and title, it asks for what it needs.

  KIND is one of ${kinds.join(', ')}
  to put a handbook page into a folder: ${create} handbook "Sick leave" --in leave

  for example: ${create} course "Bookkeeping"`;

type NewContent = { kind: CollectionKind; title: string; folder: string };

/** Returns the content to create, or an error message for invalid arguments. */
function readArguments(args: string[]): NewContent | string {
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: { in: { type: 'string', default: '' } } });
  } catch (error) {
    return messageOf(error);
  }
  const [kind, ...titleWords] = parsed.positionals;
  if (kind === undefined) return 'give a kind of content and a title';
  if (!isKind(kind)) return `there is no kind of content "${kind}"`;
  const title = titleWords.join(' ').replaceAll(/\s+/g, ' ').trim();
  const folder = parsed.values.in;
  if (folder !== '' && kind !== 'handbook') return '--in is for handbook pages only';
  return checkTitle(title) ?? { kind, title, folder: folderName(folder) };
}

function isKind(word: string): word is CollectionKind {
  return kinds.some((kind) => kind === word);
}

function checkTitle(title: string): string | undefined {
  if (title === '') return 'give a title, in quotes';
  if (slugOf(title) === '') return 'the title needs a letter or a digit, because the file is named after it';
  if (title.length <= maxTitleLength) return undefined;
  return `the title is too long (${title.length} characters, at most ${maxTitleLength})`;
}

function folderName(words: string): string {
  return words.split('/').map(slugOf).filter(Boolean).join('/');
}

type Target = { collection: CollectionName; file: string; address: string };

/** @throws Error if the file or the address exists */
async function findTarget({ kind, title, folder }: NewContent): Promise<Target> {
  if (readRepositoryConfig().CONTENT_REPO !== undefined) {
    throw new Error(
      'the content is in the repository that CONTENT_REPO names: create the entry on /staff/content, or in a checkout with CONTENT_REPO unset',
    );
  }
  const { contentDir } = readBuildConfig();
  const collection = collectionOfKind(kind);
  const name = posix.join(folder, slugOf(title));
  const existing = ['.mdx', '.md', '/index.mdx', '/index.md']
    .map((ending) => join(contentDir, collection, name + ending))
    .find((path) => existsSync(path));
  if (existing) throw new Error(`${shortPath(existing)} exists already: open it, or choose another title`);

  const id = entryId(`${name}.mdx`);
  const file = join(contentDir, collection, `${name}.mdx`);
  const taken = createTakenAddresses(await listSiteRoutes());
  const problem = taken.whyNotPage({ collection, id, file });
  if (problem) throw new Error(`${problem.message}: choose another title`);
  return { collection, file, address: entryAddress(collection, id) };
}

function propose({ title }: NewContent): Promise<NewFileValues> {
  return proposeValues(title, { contentDir: readBuildConfig().contentDir, institute: institute(), today });
}

function write(
  kind: CollectionKind,
  { file, address }: Target,
  values: NewFileValues,
  { steps }: Commands,
): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, templates[kind](values), { flag: 'wx' });
  const numbered = steps.map((step, at) => `  ${at + 1}. ${step}`).join('\n');
  console.log(`Created ${shortPath(file)} for ${readBuildConfig().siteUrl}${address}\n\n${numbered}`);
}

function shortPath(path: string): string {
  return relative(process.cwd(), path);
}

/** Asks for all fields on the terminal. Writes nothing if the input ends before the last answer. */
async function createFromAnswers(commands: Commands): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new AbortController();
  terminal.once('close', () => ended.abort());
  const ask = (question: string) => terminal.question(question, { signal: ended.signal });
  const dialogue = { ask, print: (line: string) => console.log(line) };
  try {
    const content = await askForContent(dialogue);
    const target = await findTarget(content);
    const questions = questionsFor(content.kind, await readChoices());
    const values = await askForValues(await propose(content), {
      ...dialogue,
      collection: target.collection,
      questions,
    });
    write(content.kind, target, values, commands);
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    console.log('\nNothing was written.');
  } finally {
    terminal.close();
  }
}

async function askForContent(dialogue: Dialogue): Promise<NewContent> {
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(kinds);
  console.log(`What do you want to write? ${list}.\nPress Return to take the value in brackets.\n`);
  const check = (answer: string) => (isKind(answer) ? undefined : `use one of ${kinds.join(', ')}`);
  const kind = (await askUntilValid('Kind', { ...dialogue, initial: 'course', check })) as CollectionKind;
  for (;;) {
    const title = await askUntilValid('Title', { ...dialogue, initial: '', check: checkTitle });
    const folder = kind === 'handbook' ? await dialogue.ask('Folder in the handbook (optional): ') : '';
    const content = { kind, title, folder: folderName(folder) };
    try {
      await findTarget(content);
      return content;
    } catch (error) {
      dialogue.print(`  ${messageOf(error)}`);
    }
  }
}

async function readChoices(): Promise<Choices> {
  const open = listTerms(institute().terms, today).filter(
    ({ registrationCloses }) => registrationCloses >= today,
  );
  return {
    subjects: institute().subjects,
    levels: institute().levels,
    people: await readPeople(readBuildConfig().contentDir),
    terms: Object.fromEntries([
      ...open.map(({ season }) => [season, 'every year'] as const),
      ...open.slice(0, 3).map(({ id, title }) => [id, title] as const),
    ]),
  };
}

/**
 * Makes a file of content in the institute of the working directory.
 * @param args kind and title; without any, a terminal asks for them
 * @param dir in a release, the folder as the user named it
 */
export async function runNewContent(args: string[], dir?: string): Promise<void> {
  const commands = dir === undefined ? inCheckout : inRelease(dir);
  if (args.length === 0 && process.stdin.isTTY) return createFromAnswers(commands);
  const content = readArguments(args);
  if (typeof content === 'string') {
    console.error(`lectern: ${content}\n\n${usageOf(commands)}`);
    process.exitCode = 2;
    return;
  }
  write(content.kind, await findTarget(content), await propose(content), commands);
}

if (import.meta.main) await exitOnError(() => runNewContent(process.argv.slice(2)));
