/** White space after the end of a sentence and before the beginning of another. */
const boundary = /(?<=[.!?…]["”’)\]]*)\s+(?=["“‘(\[]*[\p{Lu}\p{N}£$€])/u;
/** Abbreviations and initials, after which a sentence goes on. */
const abbreviation =
  /(?:^|[\s(“"])(?:e\.g|i\.e|cf|etc|vs|approx|no|vol|pp?|dr|mrs?|ms|prof|st|\p{L}(?:\.\p{L})*)\.$/iu;

/** Splits a text into sentences. A line ends a sentence. Every word is in one sentence, in the order of the text. */
export function splitSentences(text: string): string[] {
  return text.split('\n').flatMap(splitLine);
}

/**
 * Splits the text of a passage into the sentences and lines that say something by themselves, without the marks of lists. A
 * text without any is one sentence.
 */
export function splitPassage(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/^(?:-|\d{1,2}\.) /, ''));
  const sentences = lines
    .flatMap(splitLine)
    .map((sentence) => sentence.trim())
    // One word says too little to be the answer.
    .filter((sentence) => sentence.includes(' '));
  return sentences.length > 0 ? sentences : [text];
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
