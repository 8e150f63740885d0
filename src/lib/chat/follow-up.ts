import type { Language } from './concepts.ts';
import { framingWords, goingOn, leaningWords } from './question-words.ts';
import type { ChatTurn } from './retrieval-types.ts';

/** A question that needs no conversation around it. */
export type Standalone = {
  /** For people and the model to read. */
  question: string;
  /** What to look for, the newest first; `share` is how much each counts, at most 1. */
  parts: readonly { text: string; share: number }[];
};

const fewWords = 4;
const veryFewWords = 2;
const fewTelling = 1;
const fade = 0.55;
const mostParts = 4;
const mostNames = 3;
const nameShare = 0.4;

/** Words of which a follow-up names another: the one that was asked about before is no longer meant. */
const kinds = [
  'spring summer autumn winter fall',
  'january february march april may june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday weekend',
  'online remote site person blended',
  'certificate diploma master masters msc degree',
  'first second third fourth',
].map((words) => new Set(words.split(' ')));

/** The last question of a conversation, with what it leans on put back from the turns before. */
export function makeStandalone(turns: readonly ChatTurn[], language: Language): Standalone {
  let current: Standalone = { question: '', parts: [] };
  let named: string[] = [];
  for (const { role, text } of turns) {
    if (role === 'assistant') {
      named = namesIn(text);
      continue;
    }
    const asked = { text, share: 1 };
    if (current.parts.length === 0 || !leansBack(text, language)) {
      current = { question: text.trim(), parts: [asked] };
    } else {
      const carried = current.parts.map((part) => ({
        text: withoutReplaced(part.text, text, language),
        share: part.share * fade,
      }));
      const names = named.map((name) => ({ text: name, share: nameShare }));
      current = {
        question: `${current.question} ${text.trim()}`,
        parts: [asked, ...carried.slice(0, mostParts - 1), ...names],
      };
    }
    named = [];
  }
  return current;
}

/** Whether a message can't be understood without the ones before it. */
function leansBack(text: string, { split, isStopWord }: Language): boolean {
  if (goingOn.test(text)) return true;
  const words = split(text);
  let telling = 0;
  for (const [at, word] of words.entries()) {
    const isPointer =
      leaningWords.has(word) && !(word === 'there' && /^(?:is|are|was)$/.test(words[at - 1] ?? ''));
    if (isPointer && telling <= fewTelling && !isLinking(words, at)) return true;
    if (!isStopWord(word) && !framingWords.has(word)) telling++;
  }
  return telling === 0 || words.length <= veryFewWords || (telling <= fewTelling && words.length <= fewWords);
}

/** "the course that covers soil" points at what it has just named. */
function isLinking(words: readonly string[], at: number): boolean {
  return words[at] === 'that' && at > 1 && words[at + 1] !== undefined;
}

function withoutReplaced(carried: string, newer: string, { split }: Language): string {
  const newWords = split(newer);
  const replaced = kinds.filter((kind) => newWords.some((word) => kind.has(word)));
  const isReplaced = (word: string) => replaced.some((kind) => kind.has(word));
  const words = split(carried);
  return words.some(isReplaced) ? words.filter((word) => !isReplaced(word)).join(' ') : carried;
}

/** Course codes and names of several words that an answer gave; who asks may have written the answer, at any length. */
function namesIn(text: string): string[] {
  const names = text.matchAll(
    /\b(?:\p{Lu}{2,5}\d{2,4}|\p{Lu}[\p{L}’'-]{1,40}(?: (?:(?:of|and|in|to|the|for) ){0,4}\p{Lu}[\p{L}’'-]{1,40})+)/gu,
  );
  return [...new Set([...names].map(([name]) => name))].slice(0, mostNames);
}
