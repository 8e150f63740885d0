/** White space after the end of a sentence and before the beginning of another. */
const boundary = /(?<=[.!?…]["”’)\]]*)\s+(?=["“‘(\[]*[\p{Lu}\p{N}£$€])/u;
/** Abbreviations and initials, after which a sentence goes on. */
const abbreviation =
  /(?:^|[\s(“"])(?:e\.g|i\.e|cf|etc|vs|approx|no|vol|pp?|dr|mrs?|ms|prof|st|\p{L}(?:\.\p{L})*)\.$/iu;

/** Splits a text into sentences. A line ends a sentence. Every word is in one sentence, in the order of the text. */
export function splitSentences(text: string): string[] {
  return text.split('\n').flatMap(splitLine);
}

function splitLine(line: string): string[] {
  const sentences: string[] = [];
  for (const part of line.split(boundary)) {
    const last = sentences.at(-1);
    if (last !== undefined && abbreviation.test(last)) sentences.splice(-1, 1, `${last} ${part}`);
    else if (part.trim() !== '') sentences.push(part);
  }
  return sentences;
}
