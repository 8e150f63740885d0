/** Letters that Unicode does not split into a base letter and a mark. */
const baseLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
};

/** @param text in lower case */
export function toBaseLetters(text: string): string {
  return text.replace(/[æðđħıĸłŋøœßþŧ]/g, (letter) => baseLetters[letter] ?? letter);
}
