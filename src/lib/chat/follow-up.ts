import type { ChatMessage } from './chat-types.ts';
import type { Language } from './concepts.ts';
import { continuationStart, framingWords, referringWords } from './function-words.ts';

/** A question that can be understood without the conversation before it. */
export type StandaloneQuestion = {
  /** For people and the model to read. */
  question: string;
  /** Texts to search for, newest first, each with a weight of at most 1. */
  parts: readonly { text: string; share: number }[];
};

const maxFollowUpWords = 4;
const maxFragmentWords = 2;
const maxFollowUpContentWords = 1;
/** Factor by which a part's weight shrinks with each follow-up. */
const decay = 0.55;
const maxParts = 4;
const maxNames = 3;
const nameShare = 0.4;

/** Sets of alternatives: a follow-up that names one of a set replaces the earlier one. */
const alternatives = [
  'spring summer autumn winter fall',
  'january february march april may june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday weekend',
  'online remote site person blended',
  'certificate diploma master masters msc degree',
  'first second third fourth',
].map((words) => new Set(words.split(' ')));

/** Rewrites the last question of a conversation so that it stands alone, with what it refers to put back. */
export function toStandaloneQuestion(
  messages: readonly ChatMessage[],
  language: Language,
): StandaloneQuestion {
  let current: StandaloneQuestion = { question: '', parts: [] };
  let answerNames: string[] = [];
  for (const { role, text } of messages) {
    if (role === 'assistant') {
      answerNames = namesIn(text);
      continue;
    }
    const part = { text, share: 1 };
    if (current.parts.length === 0 || !isFollowUp(text, language)) {
      current = { question: text.trim(), parts: [part] };
    } else {
      const earlier = current.parts.map((one) => ({
        text: removeReplaced(one.text, text, language),
        share: one.share * decay,
      }));
      const names = answerNames.map((name) => ({ text: name, share: nameShare }));
      current = {
        question: `${current.question} ${text.trim()}`,
        parts: [part, ...earlier.slice(0, maxParts - 1), ...names],
      };
    }
    answerNames = [];
  }
  return current;
}

function isFollowUp(text: string, { split, isStopWord }: Language): boolean {
  if (continuationStart.test(text)) return true;
  const words = split(text);
  let contentWords = 0;
  for (const [at, word] of words.entries()) {
    const isReference =
      referringWords.has(word) && !(word === 'there' && /^(?:is|are|was)$/.test(words[at - 1] ?? ''));
    if (isReference && contentWords <= maxFollowUpContentWords && !isRelativeThat(words, at)) return true;
    if (!isStopWord(word) && !framingWords.has(word)) contentWords++;
  }
  return (
    contentWords === 0 ||
    words.length <= maxFragmentWords ||
    (contentWords <= maxFollowUpContentWords && words.length <= maxFollowUpWords)
  );
}

/** Such as in "the course that covers soil", which refers to nothing earlier. */
function isRelativeThat(words: readonly string[], at: number): boolean {
  return words[at] === 'that' && at > 1 && words[at + 1] !== undefined;
}

function removeReplaced(earlier: string, newer: string, { split }: Language): string {
  const newWords = split(newer);
  const replaced = alternatives.filter((set) => newWords.some((word) => set.has(word)));
  const isReplaced = (word: string) => replaced.some((set) => set.has(word));
  const words = split(earlier);
  return words.some(isReplaced) ? words.filter((word) => !isReplaced(word)).join(' ') : earlier;
}

/** Finds course codes and multi-word names. The bounds hold because the client can send any answer text. */
function namesIn(text: string): string[] {
  const names = text.matchAll(
    /\b(?:\p{Lu}{2,5}\d{2,4}|\p{Lu}[\p{L}’'-]{1,40}(?: (?:(?:of|and|in|to|the|for) ){0,4}\p{Lu}[\p{L}’'-]{1,40})+)/gu,
  );
  return [...new Set([...names].map(([name]) => name))].slice(0, maxNames);
}
