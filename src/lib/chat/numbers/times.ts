import { joinTokens } from './dates.ts';
import { createReading, type Reading, type FoundNumber } from './number-types.ts';
import type { Span, Token } from './number-tokens.ts';
import { readNumeral } from './numerals.ts';
import { readUnit } from './units.ts';

type Found = Span & { numbers: FoundNumber[] };
type Half = 'am' | 'pm' | undefined;
/** In minutes after midnight. `isRough`: without am or pm, in a form that can mean either. */
type Clock = Span & { minutes: number; half: Half; isRough: boolean; isCertain: boolean };

const named: Record<string, number> = { noon: 720, midday: 720, midnight: 0 };

/** Reads a time, or both ends of a range such as "6 to 8 pm". */
export function readTime(tokens: readonly Token[], at: number): Found | undefined {
  const first = readClock(tokens, at);
  if (!first) return undefined;
  const link = tokens[first.end]?.word ?? '';
  const before = tokens[at - 1]?.word ?? '';
  const isRange = /^(?:to|until|till|-|–|—)$/.test(link) || (link === 'and' && before === 'between');
  const second = isRange ? readClock(tokens, first.end + 1) : undefined;
  if (!first.isCertain && !second?.isCertain)
    return /^(?:at|until|till)$/.test(before) ? describe(tokens, at, [first]) : undefined;
  if (!second) return describe(tokens, at, [first]);
  // In "6 to 8 pm" the second time determines the half of the day of the first.
  const half = first.half ?? second.half;
  const isRough = first.isRough || (first.half === undefined && second.half !== undefined);
  return describe(tokens, at, [{ ...first, half, isRough: isRough && first.half === undefined }, second]);
}

function describe(tokens: readonly Token[], at: number, clocks: readonly Clock[]): Found {
  const end = clocks.at(-1)?.end ?? at;
  const zone = tokens[end];
  const hasZone = zone?.kind === 'word' && /^(?:UTC|GMT|[A-Z]{1,4}T)$/.test(zone.text);
  const text = joinTokens(tokens, at, end);
  const numbers = clocks.map((clock) => ({
    text,
    alternatives: readingsOf(clock).map((reading) =>
      hasZone ? [reading, createReading('zone', zone.text)] : [reading],
    ),
  }));
  return { numbers, end: hasZone ? end + 1 : end };
}

function readingsOf({ minutes, half, isRough, isCertain }: Clock): Reading[] {
  const at = (value: number) => createReading('time', String(value % 1440));
  const inHalf = half === undefined ? minutes : (minutes % 720) + (half === 'pm' ? 720 : 0);
  if (!isRough) return [at(inHalf)];
  // "from 11 to 1 pm", and "half past six" for 18:30.
  const times = [at(minutes), at(half === undefined ? minutes + 720 : inHalf)];
  return isCertain ? times : [...times, createReading('quantity', String(minutes / 60))];
}

function readClock(tokens: readonly Token[], at: number): Clock | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  const minutes = named[token.word];
  if (minutes !== undefined)
    return { minutes, half: undefined, isRough: false, isCertain: true, end: at + 1 };
  return (
    readSpoken(tokens, at) ??
    readHourAndMinutes(tokens, at) ??
    readDigital(tokens, at) ??
    readHour(tokens, at)
  );
}

/** Reads "half past six", "a quarter to seven" and "twenty past nine". */
function readSpoken(tokens: readonly Token[], at: number): Clock | undefined {
  const start = tokens[at]?.word === 'a' ? at + 1 : at;
  const word = tokens[start]?.word ?? '';
  const numeral = readNumeral(tokens, start);
  const isNamed = word === 'half' || word === 'quarter';
  const value = word === 'half' ? 30 : word === 'quarter' ? 15 : (numeral?.values[0] ?? 0);
  const afterValue = isNamed ? start + 1 : (numeral?.end ?? start);
  const link = /^min(?:ute)?s?$/.test(tokens[afterValue]?.word ?? '') ? afterValue + 1 : afterValue;
  const direction = tokens[link]?.word ?? '';
  if (value < 1 || value > 30 || !/^(?:past|after|to|before)$/.test(direction)) return undefined;
  // "ten to six" may be a range.
  const isPhrase = isNamed || direction === 'past';
  const isTen =
    direction === 'to' &&
    value % 5 === 0 &&
    /^(?:at|until|till|by|before|after)$/.test(tokens[at - 1]?.word ?? '');
  const hour = readHour(tokens, link + 1);
  if (!hour || !(isPhrase || isTen)) return undefined;
  const minutes = hour.minutes + (/^(?:past|after)$/.test(direction) ? value : 1440 - value);
  return { ...hour, minutes: minutes % (hour.half ? 720 : 1440), isCertain: true };
}

/** Reads "nine thirty" and "six forty-five". */
function readHourAndMinutes(tokens: readonly Token[], at: number): Clock | undefined {
  const hour = tokens[at]?.kind === 'word' ? readNumeral(tokens, at) : undefined;
  const minute = hour && tokens[hour.end]?.kind === 'word' ? readNumeral(tokens, hour.end) : undefined;
  const [hours = 0, minutes = 0] = [hour?.values[0], minute?.values[0]];
  const isTime = minute?.form === 'cardinal' && hours >= 1 && hours <= 12 && minutes >= 10 && minutes < 60;
  if (!isTime || readUnit(tokens, minute.end)) return undefined;
  const half = readHalf(tokens, minute.end);
  const end = half?.end ?? minute.end;
  return { minutes: hours * 60 + minutes, half: half?.half, isRough: !half, isCertain: true, end };
}

/** Reads "18:30", "6.30 pm" and "6.30pm". */
function readDigital(tokens: readonly Token[], at: number): Clock | undefined {
  const [hours, colon, rest] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (hours?.kind !== 'number') return undefined;
  const isColon = colon?.text === ':' && colon.isAttached && rest?.kind === 'number' && rest.isAttached;
  const text = isColon ? `${hours.text}.${rest.text}` : hours.text;
  const [, hour, minute] = /^(\d{1,2})\.(\d{2})$/.exec(text) ?? [];
  if (!hour || !minute || Number(hour) > 24 || Number(minute) > 59) return undefined;
  const after = isColon ? at + 3 : at + 1;
  const half = readHalf(tokens, after);
  if (!isColon && !half && readUnit(tokens, after)) return undefined;
  const isTimeWord = /^(?:at|until|till|from)$/.test(tokens[at - 1]?.word ?? '');
  return {
    minutes: Number(hour) * 60 + Number(minute),
    half: half?.half,
    isRough: false,
    isCertain: isColon || half !== undefined || isTimeWord,
    end: half?.end ?? after,
  };
}

/** Reads "9 pm", "nine o'clock", "nine in the evening", and "9" where a time is possible. */
function readHour(tokens: readonly Token[], at: number): Clock | undefined {
  const numeral = readNumeral(tokens, at);
  const [hour = -1] = numeral?.values ?? [];
  const noon = named[tokens[at]?.word ?? ''];
  if (noon !== undefined)
    return { minutes: noon, half: undefined, isRough: false, isCertain: true, end: at + 1 };
  if (numeral?.form !== 'cardinal' || !Number.isInteger(hour) || hour < 0 || hour > 24) return undefined;
  const isClock = tokens[numeral.end]?.word === "o'clock";
  const after = isClock ? numeral.end + 1 : numeral.end;
  const half = readHalf(tokens, after);
  const isCertain = isClock || half !== undefined;
  if (!isCertain && !canStandAlone(tokens, after)) return undefined;
  return {
    minutes: hour * 60,
    half: half?.half,
    isRough: half === undefined && hour <= 12 && hour > 0,
    isCertain,
    end: half?.end ?? after,
  };
}

/** Whether a number can be an hour: it has no unit. */
function canStandAlone(tokens: readonly Token[], end: number): boolean {
  const next = tokens[end];
  const isJoined = next?.isAttached === true && /^[\p{L}\d%/:]/u.test(next.text);
  return !isJoined && !readUnit(tokens, end);
}

/** Reads "am", "p.m." and "in the evening". */
function readHalf(tokens: readonly Token[], at: number): (Span & { half: Half }) | undefined {
  const words = [0, 1, 2, 3].map((offset) => tokens[at + offset]?.word ?? '');
  const [first = '', dot, letter] = words;
  if (first === 'am' || first === 'pm') return { half: first, end: at + 1 };
  if (/^[ap]$/.test(first) && dot === '.' && letter === 'm')
    return { half: first === 'a' ? 'am' : 'pm', end: at + (words[3] === '.' ? 4 : 3) };
  const noun = first === 'in' && dot === 'the' ? letter : first === 'at' && dot === 'night' ? 'night' : '';
  if (noun === 'morning') return { half: 'am', end: at + 3 };
  if (noun === 'afternoon' || noun === 'evening') return { half: 'pm', end: at + 3 };
  return noun === 'night' ? { half: 'pm', end: at + 2 } : undefined;
}
