import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { dirname, join, posix, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { entryAddress, entryId } from '#lib/content/addresses.ts';
import { collectionOfKind, type CollectionKind, type CollectionName } from '#lib/content/collections.ts';
import { listRoutes } from '#lib/content/checking/routes.ts';
import { dayIn } from '#lib/content/terms.ts';
import { readBuildConfig } from '#app/env.ts';
import { site } from '#site';
import { proposeDraft, readPeople, slugOf } from './content-templates/draft.ts';
import {
  askForDraft,
  askUntilGood,
  questionsFor,
  type Choices,
  type Dialogue,
} from './content-templates/questions.ts';
import { templates, type Draft } from './content-templates/templates.ts';
import { exitOnError } from './exit-on-error.ts';

const usage = `usage: npm run new -- KIND "Title"

  On a terminal, npm run new alone asks for what it needs.

  KIND is one of ${Object.keys(templates).join(', ')}
  a handbook page can go into a folder: npm run new -- handbook "Sick leave" --in leave

  for example: npm run new -- course "Soil Science"`;

const longestTitle = 70;

type Order = { kind: CollectionKind; title: string; folder: string };

const kinds = Object.keys(templates) as CollectionKind[];

/** What is asked for, or what is wrong with the way of asking. */
function readOrder(words: string[]): Order | string {
  let parsed;
  try {
    parsed = parseArgs({ args: words, allowPositionals: true, options: { in: { type: 'string' } } });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const [kind, ...titleWords] = parsed.positionals;
  if (kind === undefined) return 'say which kind of content, and its title';
  if (!isKind(kind)) return `there is no kind of content "${kind}"`;
  const title = titleWords.join(' ').replaceAll(/\s+/g, ' ').trim();
  const problem = problemOfTitle(title);
  if (problem) return problem;
  const folder = parsed.values.in ?? '';
  if (folder !== '' && kind !== 'handbook') return '--in is for handbook pages only';
  return { kind, title, folder: folderOf(folder) };
}

function isKind(word: string): word is CollectionKind {
  return kinds.some((kind) => kind === word);
}

function problemOfTitle(title: string): string | undefined {
  if (title === '') return 'say the title, in quotes';
  if (slugOf(title) === '') return 'the title needs a letter or a figure, from which the file gets its name';
  if (title.length > longestTitle) return `the title has ${title.length} characters, at most ${longestTitle}`;
  return undefined;
}

function folderOf(words: string): string {
  return words.split('/').map(slugOf).filter(Boolean).join('/');
}

type Place = { collection: CollectionName; file: string; address: string };

/** @throws Error when the place is taken */
async function findPlace({ kind, title, folder }: Order): Promise<Place> {
  const { contentDir } = readBuildConfig();
  const collection = collectionOfKind(kind);
  const name = posix.join(folder, slugOf(title));
  const taken = ['.mdx', '.md', '/index.mdx', '/index.md']
    .map((ending) => join(contentDir, collection, name + ending))
    .find((path) => existsSync(path));
  if (taken) throw new Error(`${shown(taken)} exists already: open it, or choose another title`);

  const address = entryAddress(collection, entryId(`${name}.mdx`));
  if (collection === 'pages' && (await listRoutes(process.cwd())).includes(address)) {
    throw new Error(`the address ${address} belongs to a page of the site itself: choose another title`);
  }

  return { collection, file: join(contentDir, collection, `${name}.mdx`), address };
}

function propose({ title }: Order): Draft {
  const { contentDir } = readBuildConfig();
  return proposeDraft(title, { contentDir, institute: site, today: dayIn(site.timeZone, new Date()) });
}

function write({ kind }: Order, { file, address }: Place, draft: Draft): void {
  const { siteUrl } = readBuildConfig();
  const text = templates[kind](draft);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'wx' });
  console.log(`wrote ${shown(file)}, to be read at ${siteUrl}${address}

  1. see it while you write: npm run dev
  2. change it: the notes behind # say what each field is for
  3. check it: npm run check:content
  4. publish it: delete the line that begins with "draft: true"`);
}

function shown(path: string): string {
  return relative(process.cwd(), path);
}

/** Asks for everything on the terminal; whoever ends the input has changed nothing. */
async function writeAsAnswered(): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new AbortController();
  terminal.once('close', () => ended.abort());
  const ask = (words: string) => terminal.question(words, { signal: ended.signal });
  const dialogue = { ask, tell: (line: string) => console.log(line) };
  try {
    const order = await askForOrder(dialogue);
    const place = await findPlace(order);
    const questions = questionsFor(order.kind, choicesOf(site));
    const draft = await askForDraft(propose(order), {
      ...dialogue,
      collection: place.collection,
      questions,
    });
    write(order, place, draft);
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    console.log('\nnothing was written');
  } finally {
    terminal.close();
  }
}

async function askForOrder(dialogue: Dialogue): Promise<Order> {
  console.log(`A new ${kinds.join(', ')}? Return takes what stands in brackets.\n`);
  const check = (answer: string) => (isKind(answer) ? undefined : `it is one of ${kinds.join(', ')}`);
  const kind = await askUntilGood('Kind', { ...dialogue, initial: 'course', check });
  if (!isKind(kind)) throw new Error(`there is no kind of content "${kind}"`);
  const title = await askUntilGood('Title', { ...dialogue, initial: '', check: problemOfTitle });
  const folder = kind === 'handbook' ? await dialogue.ask('Folder of the handbook, or nothing: ') : '';
  const order = { kind, title, folder: folderOf(folder) };
  const problem = await findPlace(order).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (problem === undefined) return order;
  console.log(`  ${problem}\n`);
  return askForOrder(dialogue);
}

function choicesOf({ subjects, levels }: typeof site): Choices {
  const today = dayIn(site.timeZone, new Date());
  const open = site.terms(today).filter(({ registrationCloses }) => registrationCloses >= today);
  return {
    subjects,
    levels,
    people: readPeople(readBuildConfig().contentDir),
    terms: Object.fromEntries([
      ...open.map(({ season }) => [season, 'every year'] as const),
      ...open.slice(0, 3).map(({ id, title }) => [id, title] as const),
    ]),
  };
}

const words = process.argv.slice(2);
const order = readOrder(words);
if (words.length === 0 && process.stdin.isTTY) {
  await exitOnError(writeAsAnswered);
} else if (typeof order === 'string') {
  console.error(`lectern: ${order}\n\n${usage}`);
  process.exitCode = 2;
} else {
  await exitOnError(async () => write(order, await findPlace(order), propose(order)));
}
