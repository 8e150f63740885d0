/** Code points, from the first to the last of each range. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** Digits, punctuation and the letters of English and of most Western European names. */
export const commonLetters: Ranges = [
  [0x20, 0x22],
  [0x24, 0x29],
  [0x2c, 0x3b],
  [0x3f, 0x3f],
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xa0, 0xa0],
  [0xa3, 0xa3],
  [0xc1, 0xc1],
  [0xc4, 0xc5],
  [0xc7, 0xc7],
  [0xc9, 0xc9],
  [0xd6, 0xd6],
  [0xd8, 0xd8],
  [0xdc, 0xdc],
  [0xdf, 0xef],
  [0xf1, 0xf1],
  [0xf3, 0xf4],
  [0xf6, 0xf6],
  [0xf8, 0xf8],
  [0xfa, 0xfc],
  [0x153, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
];
/** Signs that texts contain, but headings hardly ever do. */
export const textSigns: Ranges = [
  [0x2a, 0x2b],
  [0x3d, 0x3d],
  [0x40, 0x40],
  [0x5b, 0x5b],
  [0x5d, 0x5d],
  [0xa7, 0xa7],
  [0xb0, 0xb3],
  [0xb7, 0xb7],
  [0xbc, 0xbe],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x202f, 0x202f],
  [0x2192, 0x2192],
  [0x2212, 0x2212],
];
/** Signs of technical texts, which hardly any page contains. */
export const rareSigns: Ranges = [
  [0x23, 0x23],
  [0x3c, 0x3c],
  [0x3e, 0x3e],
  [0x5c, 0x5c],
  [0x5e, 0x60],
  [0x7b, 0x7e],
  [0xa2, 0xa2],
  [0xa4, 0xa6],
  [0xa8, 0xaa],
  [0xac, 0xaf],
  [0xb4, 0xb6],
  [0xb8, 0xba],
  [0x2022, 0x2022],
  [0x2190, 0x2191],
  [0x2193, 0x2193],
  [0x2264, 0x2265],
];
/**
 * Letters of Central and Eastern European languages, and rarer ones of Western Europe: Ł, ő, č, ș, ý, À. Includes
 * signs that are used next to words and numbers: „ « ¿ €.
 */
export const europeanLetters: Ranges = [
  [0xa1, 0xa1],
  [0xab, 0xab],
  [0xbb, 0xbb],
  [0xbf, 0x17f],
  [0x218, 0x21b],
  [0x1e9e, 0x1e9e],
  [0x201a, 0x201a],
  [0x201e, 0x201e],
  [0x20ac, 0x20ac],
];
/** Letters and marks of other languages in Latin script, such as Vietnamese, Yoruba, Hausa, Azeri and Pinyin. */
export const otherLetters: Ranges = [
  [0x180, 0x25b],
  [0x263, 0x263],
  [0x269, 0x269],
  [0x272, 0x272],
  [0x28b, 0x28b],
  [0x2b9, 0x2dd],
  [0x300, 0x331],
  [0x1e00, 0x1eff],
];

/** One string with every character of the ranges, in order. */
export function charactersOf(ranges: Ranges): string {
  const codes = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  );
  return String.fromCodePoint(...new Set(codes.toSorted((one, other) => one - other)));
}

/** The ranges as a `unicode-range`, in order, with neighbours joined. */
export function toUnicodeRange(ranges: Ranges): string {
  const joined: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return joined.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`).join(',');
}
