import type { Article, Barrier } from './accessibility-article.ts';
import { isShouted } from './check-headings.ts';

const places =
  /\b(?:(?:click|press|tap|use|select|choose|see|follow)(?: on)? (?:the )?(?:(?:big|small|round|square) )?(?:red|green|blue|yellow|orange|grey|gray|round|square)(?:[- ]coloured)? (?:button|box|link|icon|text|arrow)|(?:marked|shown|highlighted|written|printed|given) (?:only )?in (?:red|green|blue|yellow|orange|bold|italics)|(?:the|items|dates|courses|fields|entries|lines|words|rows) in (?:red|green|blue|yellow|orange) (?:are|is|were|must|show|mean)|(?:in the|on the|to the) (?:right|left)[- ]?(?:hand)?[- ]?(?:column|side|menu|panel|box)? ?(?:of (?:the|this) (?:page|screen)|below|above)|(?:button|box|menu|link|picture|table|column|panel) (?:on|to) the (?:right|left))\b/i;

export function checkParagraphs({ paragraphs }: Article): Barrier[] {
  return paragraphs.flatMap(({ text, raw, isCode }): Barrier[] => {
    if (isCode) return [];
    const words = text.slice(0, 60);
    const found: Barrier[] = [];
    const add = (message: string, fix: string, at = words) => found.push({ message, fix, words: at });
    const shouted = shoutedIn(text);
    if (shouted)
      add(
        `"${shouted}" is in capitals`,
        'write it in lower case: capitals are hard to read, and some screen readers spell them',
        shouted,
      );
    const place = places.exec(text)?.[0];
    if (place)
      add(
        `"${place}" depends on colour or position`,
        'refer to it by its label, such as the button "Send"',
        place,
      );
    if (
      /^(?:[•▪●◦‣·–—*-]|\(?\d{1,2}[.)]|\(?[a-z]\))\s\S/u.test(text) ||
      /\n\s*(?:[•▪●◦‣·–—-]|\d{1,2}[.)])\s/u.test(raw)
    ) {
      add(
        `"${words.slice(0, 40)}" looks like a list`,
        'start each item with - or 1. on its own line, below an empty line',
      );
    }
    const emoji =
      text.match(/\p{Extended_Pictographic}/gu)?.filter((sign) => !/[©®™↔→]/u.test(sign)).length ?? 0;
    if (emoji > 2)
      add('a paragraph has several emoji', 'use one at most: screen readers read each one out by name');
    const rule = /[-=_*~.]{6,}|[>»→]{3,}/u.exec(text)?.[0];
    if (rule)
      add(
        `screen readers read out each character of "${rule}"`,
        'delete it, or write --- on its own line to draw a line',
        rule,
      );
    if (/(?:\u00A0[ \u00A0]*){3}/.test(raw))
      add('spaces are used to line up words', 'remove them, or use a table');
    if (/\b(?:\p{L} ){4,}\p{L}\b/u.test(text))
      add(
        'the letters of a word are separated by spaces',
        'write the word without spaces, because screen readers spell it out',
      );
    return found;
  });
}

/** The first run of three or more words in capitals. */
function shoutedIn(text: string): string | undefined {
  const runs = text.match(/(?:\b[\p{Lu}’']{2,}[\s,!.-]+){2,}[\p{Lu}’']{2,}/gu) ?? [];
  return runs.find((run) => isShouted(run, 3));
}
