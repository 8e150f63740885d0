type Spelling = { british: RegExp; american: RegExp; toBritish: string; toAmerican: string };

/** Letters that differ between British and American spelling. */
const spellings: readonly Spelling[] = [
  ['our', 'or', '(?=$|s|ed|ing|ful|ite|able|hood)'],
  ['is', 'iz', '(?=e[drs]?$|ing$|ation)'],
  ['ys', 'yz', '(?=e[drs]?$|ing$)'],
  ['re', 'er', '(?=s?$)'],
  ['ogue', 'og', '(?=s?$)'],
  ['ence', 'ense', '(?=s?$)'],
  ['ll', 'l', '(?=e[drs]|ing)'],
  ['l', 'll', '(?=$|s$|ment)'],
  ['amme', 'am', '(?=s?$)'],
  ['ae', 'e', ''],
  ['grey', 'gray', ''],
  ['mould', 'mold', ''],
  ['plough', 'plow', ''],
].map(([british = '', american = '', next = '']) => ({
  british: new RegExp(british + next),
  american: new RegExp(american + next),
  toBritish: british,
  toAmerican: american,
}));

/** Returns British and American variants of a word. Most of these do not exist, so look them up. */
export function otherSpellings(word: string): string[] {
  if (word.length < 4) return [];
  const changed = spellings.flatMap(({ british, american, toBritish, toAmerican }) => [
    word.replace(british, toAmerican),
    word.replace(american, toBritish),
  ]);
  return [...new Set(changed)].filter((other) => other !== word);
}
