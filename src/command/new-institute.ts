import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { answersSchema, type Answers } from '#lib/content/first-institute/institute-answers.ts';
import { writeFirstFiles } from '#lib/content/first-institute/first-files.ts';
import { parseInstitute, requireInstitute } from '#lib/content/checking/institute-file.ts';
import { isoDay } from '#lib/content/local-time.ts';
import { explainError } from '#app/explain-error.ts';
import { quoteForShell } from './quote-for-shell.ts';
import { askUntilValid } from './content-templates/questions.ts';

type Question = { flag: string; name: keyof Answers; label: string; initial: string };

/** In the order in which they are asked. Questions without an initial answer are required. */
const questions: readonly Question[] = [
  { flag: 'name', name: 'name', label: 'Name', initial: '' },
  { flag: 'short-name', name: 'shortName', label: 'Short name', initial: 'the first word' },
  {
    flag: 'place',
    name: 'place',
    label: 'Address: street, town, region, postal code, two-letter country code',
    initial: '',
  },
  { flag: 'email', name: 'email', label: 'Email address for questions', initial: '' },
  { flag: 'telephone', name: 'telephone', label: 'Telephone number, with the country code', initial: '' },
  { flag: 'person', name: 'person', label: 'Name of the head', initial: '' },
  { flag: 'subjects', name: 'subjects', label: 'Subjects, with commas', initial: '' },
  { flag: 'terms', name: 'terms', label: 'Terms: spring, summer, autumn', initial: 'autumn, spring' },
  { flag: 'colour', name: 'colour', label: 'One or two colours', initial: '#1f4e79' },
  { flag: 'locale', name: 'locale', label: 'Format of numbers and dates', initial: 'that of the country' },
  { flag: 'currency', name: 'currency', label: 'Currency', initial: 'that of the country' },
  { flag: 'time-zone', name: 'timeZone', label: 'Time zone', initial: 'that of the country' },
];

/** Releases contain JavaScript instead of TypeScript. */
const isReleased = import.meta.url.endsWith('.js');

const usage = `usage: ${isReleased ? 'lectern new DIR' : 'npm run new-institute -- DIR'}

  Creates the folder of an institute: its facts, first pages, menus and an icon. It asks for what the site needs.
  Without a terminal, give the answers:

${questions.map(({ flag, label, initial }) => `  --${flag.padEnd(12)} ${label}${initial && ` [${initial}]`}`).join('\n')}`;

/** @returns the folder and the answers, or else an error message, which is empty for `--help` */
function readArguments(args: string[]): { folder: string; answers: Partial<Answers> } | string {
  if (args.includes('--help')) return '';
  const options = Object.fromEntries(questions.map(({ flag }) => [flag, { type: 'string' as const }]));
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    // Node adds advice about positional arguments, which is of no use here.
    return (error instanceof Error ? error.message : String(error)).split('. ')[0] ?? '';
  }
  const [folder, ...others] = parsed.positionals;
  if (folder === undefined || others.length > 0) return 'name the folder to create';
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) return `${folder} is a file: choose a folder that does not exist yet`;
  if (found && readdirSync(folder).length > 0) {
    return `${folder} is not empty: choose a folder that does not exist yet`;
  }
  const given = questions.map(({ flag, name }) => [name, parsed.values[flag]] as const);
  return { folder, answers: Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** Returns the problem with an answer, or undefined if it is valid. */
function problemWith(name: keyof Answers, answer: string): string | undefined {
  return answersSchema.shape[name].safeParse(answer).error?.issues[0]?.message;
}

/** Asks for the answers that no flag gave. Rejects if the input ends before the last one. */
async function askForRest(given: Partial<Answers>): Promise<Partial<Answers>> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new AbortController();
  terminal.once('close', () => ended.abort(new Error('Nothing was written.')));
  const ask = (question: string) => terminal.question(question, { signal: ended.signal });
  const answers: Partial<Answers> = { ...given };
  try {
    console.log('Press Return to take the value in brackets.\n');
    for (const { name, label, initial } of questions.filter(({ name: each }) => !(each in given))) {
      const check = (answer: string) =>
        answer === initial && initial ? undefined : problemWith(name, answer);
      const answer = await askUntilValid(label, { ask, print: console.log, initial, check });
      if (answer !== initial) answers[name] = answer;
    }
  } finally {
    terminal.close();
  }
  return answers;
}

/** @throws Error with every problem of the answers */
function requireAnswers(given: Partial<Answers>): Answers {
  const problems = questions.flatMap(({ flag, name, initial }) => {
    const answer = given[name];
    if (answer === undefined) return initial === '' ? [`--${flag} is missing`] : [];
    const problem = problemWith(name, answer);
    return problem ? [`--${flag} ${problem}`] : [];
  });
  if (problems.length > 0) throw new Error(problems.join('\n  '));
  return given as Answers;
}

function write(folder: string, answers: Answers): void {
  const files = writeFirstFiles(answers, isoDay(new Date()));
  const facts = 'institute.yaml';
  requireInstitute(parseInstitute(join(folder, facts), files[facts] ?? ''));
  writeAll(folder, files);
  const path = relative(process.cwd(), folder) || folder;
  const shown = quoteForShell(path);
  console.log(`Created ${Object.keys(files).length} files in ${shown}

  1. See the site: ${isReleased ? `npx lectern start ${shown}` : `INSTITUTE_DIR=${shown} npm start`}
  2. Change it: sentences that start with "Say" tell you what to write there.
  3. See what is left to write: ${isReleased ? `npx lectern check ${shown}` : `INSTITUTE_DIR=${shown} npm run check:content`}
  4. Add to it: ${isReleased ? `npx lectern new ${shown} course "Title"` : `INSTITUTE_DIR=${shown} npm run new -- course "Title"`}`);
}

/** Writes all files or none. */
function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  const created = mkdirSync(folder, { recursive: true });
  try {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    }
  } catch (error) {
    const isOfAnother = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const names = readdirSync(folder).map((name) => join(folder, name));
    if (!isOfAnother)
      for (const path of created ? [created] : names) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

const given = readArguments(process.argv.slice(2));
if (typeof given === 'string') {
  if (given) console.error(`lectern: ${given}\n`);
  console.error(usage);
  process.exitCode = given ? 2 : 0;
} else {
  try {
    const answers = process.stdin.isTTY ? await askForRest(given.answers) : given.answers;
    write(given.folder, requireAnswers(answers));
  } catch (error) {
    console.error(`lectern: ${explainError(error)}`);
    process.exitCode = 1;
  }
}
