import { z } from 'zod';

/** Splits text into a BERT model's token ids. */
export type Tokenizer = {
  /**
   * Returns at most `max` tokens, including the start and end tokens. `keep` says which part of a long text remains.
   */
  encode(text: string, options: { max: number; keep: 'start' | 'end' }): number[];
};

const maxWordLength = 100;
/**
 * Texts are cut to this number of characters per token before they are split. Few tokens have more than eight
 * characters.
 */
const charactersPerToken = 16;
const ideographs =
  /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{2A6DF}\u{2A700}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/u;
const separators = new RegExp(`(${ideographs.source}|[\\p{P}$+<=>^\`|~])`, 'gu');

const tokenizerSchema = z.object({
  normalizer: z.object({ type: z.literal('BertNormalizer'), lowercase: z.boolean() }),
  model: z.object({
    unk_token: z.string(),
    continuing_subword_prefix: z.string(),
    vocab: z.record(z.string(), z.number()),
  }),
});

/**
 * Reads a `tokenizer.json` of Hugging Face's tokenizers.
 * @throws Error if it is not a BERT tokenizer
 */
export function readTokenizer(json: string): Tokenizer {
  const { normalizer, model } = tokenizerSchema.parse(JSON.parse(json));
  const numbers = new Map(Object.entries(model.vocab));
  const numberOf = (token: string) => {
    const number = numbers.get(token);
    if (number === undefined) throw new Error(`the vocabulary has no ${token}`);
    return number;
  };
  const [unknown, start, end] = [model.unk_token, '[CLS]', '[SEP]'].map(numberOf) as [number, number, number];

  function splitWord(word: string): number[] {
    const pieces: number[] = [];
    if (word.length > maxWordLength) return [unknown];
    for (let from = 0; from < word.length;) {
      let to = word.length;
      let found: number | undefined;
      for (; to > from && found === undefined; to--) {
        found = numbers.get((from > 0 ? model.continuing_subword_prefix : '') + word.slice(from, to));
      }
      if (found === undefined) return [unknown];
      pieces.push(found);
      from = to + 1;
    }
    return pieces;
  }

  return {
    encode(text, { max, keep }) {
      const limit = max * charactersPerToken;
      const cut = keep === 'start' ? text.slice(0, limit) : text.slice(-limit);
      const tokens = toWords(normalizer.lowercase ? cut.toLowerCase() : cut, normalizer.lowercase).flatMap(
        splitWord,
      );
      const kept = keep === 'start' ? tokens.slice(0, max - 2) : tokens.slice(-(max - 2));
      return [start, ...kept, end];
    },
  };
}

/** Splits text into words, punctuation marks and ideographs, like BERT's normalizer and pre-tokenizer. */
function toWords(text: string, stripsAccents: boolean): string[] {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''));
  // oxlint-disable-next-line lectern/normalize -- the length is limited above
  const plain = stripsAccents ? clean.normalize('NFD').replace(/\p{Mn}/gu, '') : clean;
  return plain
    .replace(separators, ' $1 ')
    .split(/\s+/u)
    .filter((word) => word !== '');
}
