/** The words of a text: runs of letters and digits, in lower case. One with lost letters is a word, too. */
export function listWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}\uFFFD]+/gu) ?? [];
}

/** How many words of the first list the second one contains, counting each as often as it occurs. */
export function countKept(words: readonly string[], kept: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of kept) left.set(word, (left.get(word) ?? 0) + 1);
  let count = 0;
  for (const word of words) {
    const number = left.get(word) ?? 0;
    if (number === 0) continue;
    left.set(word, number - 1);
    count += 1;
  }
  return count;
}
