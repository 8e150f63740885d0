import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { addressOf, entryId } from '../src/lib/content/addresses.ts';
import { collectionNames } from '../src/lib/content/collections.ts';
import { listRoutes } from '../src/lib/content/checking/routes.ts';
import { dayIn } from '../src/lib/content/terms.ts';
import { readBuildConfig } from '../src/lib/env.ts';
import { site } from '../src/site.ts';
import { proposeDraft, slugOf } from './content-templates/draft.ts';
import { templates, type Template } from './content-templates/templates.ts';
import { exitOnFault } from './exit-on-fault.ts';

const usage = `usage: npm run new -- KIND "Title"

  KIND is one of ${Object.keys(templates).join(', ')}
  a handbook page can go into a folder: npm run new -- handbook "Sick leave" --in leave

  for example: npm run new -- course "Soil Science"`;

const longestTitle = 70;

type Order = { template: Template; title: string; folder: string };

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
  const template = Object.hasOwn(templates, kind) ? templates[kind] : undefined;
  if (!template) return `there is no kind of content "${kind}"`;
  const title = titleWords.join(' ').replaceAll(/\s+/g, ' ').trim();
  if (title === '') return 'say the title, in quotes';
  if (slugOf(title) === '') return 'the title needs a letter or a figure, from which the file gets its name';
  if (title.length > longestTitle) return `the title has ${title.length} characters, at most ${longestTitle}`;
  const folder = parsed.values.in ?? '';
  if (folder !== '' && kind !== 'handbook') return '--in is for handbook pages only';
  return { template, title, folder: folder.split('/').map(slugOf).filter(Boolean).join('/') };
}

async function writeContent({ template, title, folder }: Order) {
  const { contentDir, siteUrl } = readBuildConfig();
  const collection = collectionNames.find((name) => name === template.collection);
  if (!collection) throw new Error(`there is no collection ${template.collection}`);
  const name = posix.join(folder, slugOf(title));
  const taken = ['.mdx', '.md', '/index.mdx', '/index.md']
    .map((ending) => join(contentDir, collection, name + ending))
    .find((path) => existsSync(path));
  if (taken) throw new Error(`${shown(taken)} exists already: open it, or choose another title`);

  const address = addressOf(collection, entryId(`${name}.mdx`));
  if (collection === 'pages' && (await listRoutes(process.cwd())).includes(address)) {
    throw new Error(`the address ${address} belongs to a page of the site itself: choose another title`);
  }

  const file = join(contentDir, collection, `${name}.mdx`);
  const today = dayIn(site.timeZone, new Date());
  const text = template.write(proposeDraft(title, { contentDir, institute: site, today }));
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

const order = readOrder(process.argv.slice(2));
if (typeof order === 'string') {
  console.error(`lectern: ${order}\n\n${usage}`);
  process.exitCode = 2;
} else {
  await exitOnFault(() => writeContent(order));
}
