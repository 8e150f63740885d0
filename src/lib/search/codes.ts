import { slipCost } from './spelling.ts';

const code = /^([a-z]{2,})(\d{2,}[a-z]?)$/;
const minPrefix = 3;
/** The highest accepted cost of a mistyped code: two letters swapped, a neighbouring key, a missing vowel. */
const maxSlip = 0.7;
/** Letters that look like digits. */
const digits: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

export function isCode(word: string): boolean {
  return code.test(word);
}

/**
 * Finds the codes of the site in a query however they are typed: `SOIL 101`, `101 soil`, `soils 101`, `s0il1o1`,
 * `siol101`.
 * @param known the codes in the form of the index: `soil101`
 */
export function createCodeReader(known: readonly string[]) {
  const byLookalike = Map.groupBy(known, toNumber);
  const lettersByNumber = Map.groupBy(known.map(split), ({ number }) => number);

  /**
   * Finds the code with this number and these letters, allowing for another form of the letters or one typing mistake.
   */
  function find(letters: string, number: string): string | undefined {
    const candidates = lettersByNumber.get(number) ?? [];
    const pick = (isMeant: (candidate: string) => boolean) => {
      const meant = candidates.filter((each) => isMeant(each.letters));
      return meant.length === 1 ? meant[0] && meant[0].letters + number : undefined;
    };
    return (
      pick((each) => each === letters) ??
      pick((each) => isBeginning(each, letters)) ??
      pick((each) => slipCost(letters, each, 1) <= maxSlip)
    );
  }

  function findIn(first: string, second: string): string | undefined {
    if (/^[a-z]+$/.test(first) && /^\d[\doil]*[a-z]?$/.test(second)) return find(first, toNumber(second));
    if (/^\d+$/.test(first) && /^[a-z]+$/.test(second)) return find(second, first);
    return undefined;
  }

  return {
    joinCodes(words: readonly string[]): string[] {
      const joined: string[] = [];
      for (let at = 0; at < words.length; at++) {
        const [word = '', next = ''] = [words[at], words[at + 1]];
        const pair = findIn(word, next);
        joined.push(pair ?? findMixed(word) ?? word);
        if (pair) at++;
      }
      return joined;
    },
  };

  /** Finds a code in one word that may have letters in place of digits. */
  function findMixed(word: string): string | undefined {
    const start = word.search(/\d/);
    if (start < 0 || word.length > 12) return undefined;
    const [same, another] = byLookalike.get(toNumber(word)) ?? [];
    if (same !== undefined && another === undefined) return same;
    if (start < 2) return undefined;
    return find(word.slice(0, start), toNumber(word.slice(start)));
  }
}

function toNumber(word: string): string {
  return word.replace(/[oil]/g, (letter) => digits[letter] ?? letter);
}

function split(word: string): { letters: string; number: string } {
  const [, letters = '', number = ''] = code.exec(word) ?? [];
  return { letters, number };
}

/** Whether one of the words is the beginning of the other: `hyd` and `hydro`. */
function isBeginning(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= minPrefix && (a.startsWith(b) || b.startsWith(a));
}
