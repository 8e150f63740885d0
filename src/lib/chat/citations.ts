/** Models write `[1]`, `[1, 2]`, `[[3]]` or `[source 4]`; 【】 occur too. */
const oneCitation = String.raw`\\?[[【](?:[ \t]*\\?[[【])*[ \t]*(?:(?:passages?|sources?)[ \t]*)?[#^]?\d+(?:[ \t]*[,;–-][ \t]*\d+|[ \t]+\d+)*[ \t]*(?:\\?[\]】])+`;
const citations = new RegExp(String.raw`([ \t]{0,3})(${oneCitation})(?=([.,;:?!)]*(?:\s|$))|)`, 'gi');
const maxNesting = 4;
const maxRange = 20;

/** Rewrites citations as `[1]` or `[1][2]`, and removes duplicates and numbers above `sourceCount`. */
export function normalizeCitations(text: string, sourceCount: number): string {
  let result = text;
  for (let round = 0; round < maxNesting; round += 1) {
    const next = result.replaceAll(citations, (_, space: string, marks: string, end: string | undefined) => {
      const numbers = [...new Set(numbersIn(marks))].filter((number) => number >= 1 && number <= sourceCount);
      if (numbers.length > 0) return space + numbers.map((number) => `[${number}]`).join('');
      // Without the space, the words before and after would be joined.
      return end === undefined ? space : '';
    });
    if (next === result) return result;
    result = next;
  }
  // Too deeply nested: remove all brackets.
  return result.replaceAll(/[[\]【】]/g, '');
}

function numbersIn(marks: string): number[] {
  return [...marks.matchAll(/(\d+)(?:[ \t]*[–-][ \t]*(\d+))?/g)].flatMap(([, from = '', to = from]) => {
    const [first, last] = [Number(from), Number(to)];
    if (last < first || last - first > maxRange) return [first];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
