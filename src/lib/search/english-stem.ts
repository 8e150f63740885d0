/**
 * The Snowball English stemmer ("Porter 2", snowballstem.org/algorithms/english/stemmer.html), by which
 * Pagefind stems. The word is in lower case; a capital Y stands for a y that acts as a consonant.
 */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word;
  const exception = exceptions.get(word);
  if (exception !== undefined) return exception;
  let stem = word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y');
  const regions = regionsOf(stem);
  stem = shortenPlural(stem);
  if (unchanged.has(stem)) return stem.toLowerCase();
  stem = shortenVerb(stem, regions);
  stem = stem.replace(/^(.+[^aeiouy])[yY]$/, '$1i');
  stem = replaceSuffix(stem, regions.first, derived);
  stem = shortenDerived(stem, regions);
  stem = dropSuffix(stem, regions.second);
  return dropLast(stem, regions).toLowerCase();
}

/** Where the parts begin in which suffixes are looked for. */
type Regions = { first: number; second: number };

const exceptions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
    sky: 'sky',
    news: 'news',
    howe: 'howe',
    atlas: 'atlas',
    cosmos: 'cosmos',
    bias: 'bias',
    andes: 'andes',
  }),
);

/** Words whose ending only looks like a suffix. */
const unchanged = new Set('inning outing canning herring earring evening proceed exceed succeed'.split(' '));

/** Suffixes and what takes their place, in the first region; longer ones first where they overlap. */
const derived: readonly (readonly [suffix: string, replacement: string])[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['lessli', 'less'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['fulli', 'ful'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['ogist', 'og'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
];

const derivedFurther: typeof derived = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

function regionsOf(stem: string): Regions {
  const special = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/.exec(stem)?.[0].length;
  const first = special ?? afterVowelAndConsonant(stem, 0);
  return { first, second: afterVowelAndConsonant(stem, first) };
}

function afterVowelAndConsonant(stem: string, from: number): number {
  const at = stem.slice(from).search(/[aeiouy][^aeiouy]/);
  return at < 0 ? stem.length : from + at + 2;
}

function shortenPlural(stem: string): string {
  if (stem.endsWith('sses')) return stem.slice(0, -2);
  if (/ie[sd]$/.test(stem)) return stem.slice(0, stem.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(stem)) return stem;
  return /[aeiouy].+s$/.test(stem) ? stem.slice(0, -1) : stem;
}

function shortenVerb(stem: string, { first }: Regions): string {
  const doubleE = /eed(?:ly)?$/.exec(stem);
  if (doubleE) return doubleE.index >= first ? `${stem.slice(0, doubleE.index)}ee` : stem;
  const ending = /(?:ingly|edly|ing|ed)$/.exec(stem);
  const rest = stem.slice(0, ending?.index ?? 0);
  if (!ending || !/[aeiouy]/.test(rest)) return stem;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) {
    return /^[aeo](?:dd|gg|ff)$/.test(rest) ? rest : rest.slice(0, -1);
  }
  return rest.length <= first && endsInShortSyllable(rest) ? `${rest}e` : rest;
}

function replaceSuffix(stem: string, region: number, suffixes: typeof derived): string {
  for (const [suffix, replacement] of suffixes) {
    if (!stem.endsWith(suffix)) continue;
    const at = stem.length - suffix.length;
    return at >= region ? stem.slice(0, at) + replacement : stem;
  }
  if (suffixes !== derived) return stem;
  if (stem.endsWith('ogi'))
    return stem.at(-4) === 'l' && stem.length - 3 >= region ? stem.slice(0, -1) : stem;
  return /[cdeghkmnrt]li$/.test(stem) && stem.length - 2 >= region ? stem.slice(0, -2) : stem;
}

function shortenDerived(stem: string, { first, second }: Regions): string {
  if (stem.endsWith('ative')) return stem.length - 5 >= second ? stem.slice(0, -5) : stem;
  return replaceSuffix(stem, first, derivedFurther);
}

function dropSuffix(stem: string, region: number): string {
  const suffix =
    /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|(?<=[st])ion)$/.exec(stem);
  return suffix && suffix.index >= region ? stem.slice(0, suffix.index) : stem;
}

function dropLast(stem: string, { first, second }: Regions): string {
  const at = stem.length - 1;
  if (stem.endsWith('e')) {
    const drop = at >= second || (at >= first && !endsInShortSyllable(stem.slice(0, -1)));
    return drop ? stem.slice(0, -1) : stem;
  }
  return stem.endsWith('ll') && at >= second ? stem.slice(0, -1) : stem;
}

function endsInShortSyllable(stem: string): boolean {
  return /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|^past)$/.test(stem);
}
