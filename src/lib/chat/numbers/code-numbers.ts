import { joinTokens } from './dates.ts';
import { createReading, type FoundNumber } from './number-types.ts';
import type { Span, Token } from './number-tokens.ts';
import { readCurrencySign, readUnit } from './units.ts';

type Found = Span & { numbers: FoundNumber[] };

const maxPhoneTokens = 14;
const minPhoneDigits = 8;
const maxPhoneDigits = 17;
const maxCodeTokens = 6;
/** Numerals that are not decimal digits, such as fractions and Chinese numerals. */
const otherNumeral = /^[\p{No}\p{Nl}零〇一二三四五六七八九十百千万億亿兆两]/u;

/** Reads a telephone number: `+441632960410`, or without the country code `1632960410`. */
export function readPhone(tokens: readonly Token[], at: number): Found | undefined {
  const first = tokens[at];
  if (!first || !/^(?:\+|\(|0\d*)$/.test(first.text)) return undefined;
  let [text, end] = ['', at];
  for (let index = at; index < at + maxPhoneTokens; index += 1) {
    const token = tokens[index];
    if (!token || !/^(?:\d+|[+()-])$/.test(token.text) || (index > at && token.text === '+')) break;
    if (text.replaceAll(/\D/g, '').length + token.text.length > maxPhoneDigits) break;
    text += token.text;
    if (token.kind === 'number') end = index + 1;
  }
  const isInternational = /^(?:\+|00)/.test(text);
  if (!isInternational && !/^\(?0/.test(text)) return undefined;
  const digits = text.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');
  if (digits.length < minPhoneDigits) return undefined;
  return found(tokens, at, end, [createReading('phone', isInternational ? `+${digits}` : digits)]);
}

/** Reads a code of letters and digits: `SOIL101`, `SOIL-101`, `SOIL 101`, `7LW`. */
export function readCode(tokens: readonly Token[], at: number): Found | undefined {
  const [first, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (
    !first ||
    !second ||
    first.kind === 'mark' ||
    (isPart(first) && tokens[at - 1]?.kind !== 'mark') ||
    readCurrencySign(tokens, at)
  )
    return undefined;
  const isUpper = /^[A-Z]{2,6}$/.test(first.text);
  const isSpaced =
    isUpper &&
    !second.isAttached &&
    /^\d{2,4}$/.test(second.text) &&
    (!third?.isAttached || /^[,;.)]$/.test(third.text));
  if (isSpaced) {
    const value = createReading('quantity', String(Number(second.text)));
    const code = createReading('code', first.text + second.text);
    const alternatives = readUnit(tokens, at + 2) ? [[value]] : [[code], [value]];
    return { numbers: [{ text: `${first.text} ${second.text}`, alternatives }], end: at + 2 };
  }
  const isHyphen = isUpper && second.text === '-' && second.isAttached;
  const start = isHyphen ? at + 2 : at + 1;
  let [end, text] = [start, first.text];
  while (end < at + maxCodeTokens && isPart(tokens[end])) {
    text += tokens[end]?.text ?? '';
    end += 1;
  }
  const isMixed = /\d/.test(text) && /\p{L}/u.test(text);
  if (end === start || !isMixed || (first.kind === 'number' && isMeasure(tokens, at + 1, end)))
    return undefined;
  return found(tokens, at, end, [createReading('code', text.toUpperCase())]);
}

/** Reads a currency sign or a numeral that no other rule recognises, with the tokens attached to it. */
export function readUnread(tokens: readonly Token[], at: number): Found | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  const isSign = /^\p{Sc}$/u.test(token.text);
  const isNumeral = otherNumeral.test(token.text);
  const isAlone = !token.isAttached || tokens[at - 1]?.kind === 'word';
  if (!isSign && !(isNumeral && (!isAlone || /[\p{No}\p{Nl}]/u.test(token.text)))) return undefined;
  let end = at + 1;
  while (end < at + maxCodeTokens && isPart(tokens[end])) end += 1;
  return found(tokens, at, end, [createReading('unread', joinTokens(tokens, at, end))]);
}

function isPart(token: Token | undefined): boolean {
  return token?.isAttached === true && (/^\d+$/.test(token.text) || /^[\p{Lu}\p{Ll}]+$/u.test(token.text));
}

/** Whether the token after a number is a unit, a scale or an ordinal suffix: "400m", "85k", "3rd". */
function isMeasure(tokens: readonly Token[], at: number, end: number): boolean {
  if (end !== at + 1) return false;
  return (
    /^(?:st|nd|rd|th|[ap]m|k|mn|bn|tn)$/.test(tokens[at]?.word ?? '') || readUnit(tokens, at)?.end === at + 1
  );
}

function found(
  tokens: readonly Token[],
  at: number,
  end: number,
  readings: ReturnType<typeof createReading>[],
): Found {
  return { numbers: [{ text: joinTokens(tokens, at, end), alternatives: [readings] }], end };
}
