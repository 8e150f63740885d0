import { parse } from 'parse5';
import type { Finding } from '#lib/content/checking/problem.ts';
import { readArticle, type Article, type Barrier } from './accessibility-article.ts';
import { findForeignWords } from './foreign-words.ts';
import { findLineOf } from './find-line.ts';

/**
 * Finds barriers in a rendered page that an editor can remove: headings, links, pictures, tables, languages and ways of
 * writing that leave some readers out. WCAG 2.2 rules them, and no check of the site's own templates is repeated here.
 * @param html the page
 * @param text its source, to name lines
 */
export function findAccessibilityProblems(html: string, text: string): Finding[] {
  const article = readArticle(parse(html));
  const barriers = checks.flatMap((check) => check(article));
  const distinct = new Map(barriers.map((barrier) => [`${barrier.message}\n${barrier.words}`, barrier]));
  return [...distinct.values()]
    .map(({ message, fix, words }): Finding => ({
      line: findLineOf(text, words),
      message,
      fix,
      severity: 'warning',
    }))
    .toSorted((a, b) => a.line - b.line);
}

const checks: readonly ((article: Article) => Barrier[])[] = [
  checkHeadings,
  checkLinks,
  checkPictures,
  checkTables,
  checkVideos,
  checkParagraphs,
  findForeignWords,
];

function checkHeadings({ headings, paragraphs }: Article): Barrier[] {
  const skipped = headings.flatMap(({ level, text }, index): Barrier[] => {
    const above = headings[index - 1]?.level ?? 1;
    if (text === '')
      return [{ message: 'a heading is empty', fix: 'write the heading, or delete its marks #', words: '#' }];
    if (level > above + 1) {
      const fix = `start it with ${'#'.repeat(above + 1)}: screen readers list headings by level`;
      return [{ message: `the heading "${text}" skips a level`, fix, words: text }];
    }
    if (index > 0 && level === 1) {
      return [{ message: `the heading "${text}" is a second title`, fix: 'start it with ##', words: text }];
    }
    if (isShouted(text, 2)) {
      return [
        {
          message: `the heading "${text}" is in capitals`,
          fix: 'write it in lower case: capitals are hard to read, and some screen readers spell them',
          words: text,
        },
      ];
    }
    return [];
  });
  const repeated = headings.flatMap(({ level, text }, index): Barrier[] => {
    const isRepeated = headings
      .slice(0, index)
      .some((each) => each.level === level && each.text === text && each.under === headings[index]?.under);
    return isRepeated && text !== ''
      ? [
          {
            message: `there are two headings "${text}"`,
            fix: 'say what is different: people who jump between headings can’t tell them apart',
            words: text,
          },
        ]
      : [];
  });
  const bold = paragraphs.flatMap(({ text, isBold }): Barrier[] => {
    const isHeading = isBold && text.length <= 70 && !/[.!?…:;,]$/.test(text) && text.split(' ').length <= 9;
    return isHeading
      ? [
          {
            message: `the bold line "${text}" looks like a heading`,
            fix: 'start it with ## and take the ** away, so that screen readers find it',
            words: text,
          },
        ]
      : [];
  });
  return [...skipped, ...repeated, ...bold];
}

const vagueTexts = new Set(
  (
    'here|click here|click|read more|more|learn more|find out more|see more|more information|more info|info|link|this link|this|this page|' +
    'page|this site|website|details|more details|download|continue|see here|read here|read this|web page|' +
    'follow this link|click this link|click on this link|press here|tap here|over here|right here|the link|our website|this document|' +
    'this form|this website|see this|full details|further information'
  ).split('|'),
);

function checkLinks({ links }: Article): Barrier[] {
  return links.flatMap(({ text, href, hasPicture }): Barrier[] => {
    const name = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
      .trim()
      .replace(/\s+/g, ' ');
    if (name === '') {
      const message = hasPicture ? 'a link has only a picture without a description' : 'a link has no text';
      return [{ message, fix: 'say where the link leads', words: href }];
    }
    if (vagueTexts.has(name.replace(/^please /, ''))) {
      const fix =
        'say where it leads, such as "the fees for 2027": many people read only the links of a page';
      return [{ message: `the link text "${text}" does not say where it leads`, fix, words: `[${text}]` }];
    }
    if (/^(https?:\/\/|www\.)\S{24,}$/i.test(text)) {
      return [
        {
          message: `the link text ${text} is an address`,
          fix: 'write the name of the page instead: screen readers spell addresses',
          words: text,
        },
      ];
    }
    if (text.length > 150)
      return [
        {
          message: 'a link is longer than a sentence',
          fix: 'link only the words that name the page',
          words: text.slice(0, 60),
        },
      ];
    return [];
  });
}

function checkPictures({ pictures }: Article): Barrier[] {
  return pictures.flatMap(({ alt, caption, src }): Barrier[] => {
    const words = alt || src.replace(/^.*\//, '').replace(/\.[\w.]+$/, '');
    const report = (message: string, fix: string) => [{ message, fix, words }];
    const trimmed = alt.trim();
    if (trimmed === '')
      return report('a picture has no description', 'say what it shows, for people who can’t see it');
    if (
      /\.(jpe?g|png|gif|svg|webp|avif|heic|tiff?)$/i.test(trimmed) ||
      /^(img|dsc|dscn|pxl|photo|image|scan|screenshot)[-_ ]?\d+/i.test(trimmed)
    ) {
      return report(`the description "${trimmed}" is the name of a file`, 'say what the picture shows');
    }
    if (
      /^(an? |the )?(image|picture|photo|photograph|graphic|icon|figure|diagram|chart|graph|logo|map|alt|alt text|untitled|todo|placeholder|screenshot|drawing|banner|thumbnail|description)\.?$/i.test(
        trimmed,
      )
    ) {
      return report(
        `the description "${trimmed}" does not say what the picture shows`,
        'say what matters in it here',
      );
    }
    if (
      /^(an? |the |this )?(image|picture|photo|photograph|graphic)\b.{0,12}?\b(of|showing|shows|that shows)\b/i.test(
        trimmed,
      )
    ) {
      return report(
        `the description begins with "${trimmed.split(' ').slice(0, 4).join(' ')}"`,
        'leave that out: screen readers say that it is a picture',
      );
    }
    if (
      /\b(poster|flyer|flier|leaflet|scan(ned)?|screenshot|text|timetable|notice|infographic|slide) (that |which )?(reads?|reading|saying|says|of (a |the )?(text|table|page|document|form|email|letter|timetable|paragraph|price|list))\b|^(text|words|slogan|caption)\b ?:/i.test(
        trimmed,
      )
    ) {
      return report(
        'the picture seems to be of text',
        'write the words into the page: pictures of text can’t be enlarged, translated or read aloud',
      );
    }
    if (trimmed.length > 450)
      return report(
        'the description is longer than a few sentences',
        'keep what matters, and move the rest into the text',
      );
    if (caption && trimmed.toLowerCase() === caption.toLowerCase()) {
      return report('the description repeats the caption', 'say what the picture shows beyond its caption');
    }
    return [];
  });
}

function checkTables({ tables }: Article): Barrier[] {
  return tables.flatMap(({ headers, rows, words }): Barrier[] => {
    const report = (message: string, fix: string) => [{ message, fix, words }];
    if (headers.length === 0)
      return report('a table has no headings', 'write what each column is in its first row');
    const empty = headers.filter((header, index) => header === '' && index > 0).length;
    if (headers.every((header) => header === ''))
      return report('the headings of a table are empty', 'write what each column is in its first row');
    if (empty > 0)
      return report('a column of a table has no heading', 'write what the column is in the first row');
    if (headers.length === 1)
      return report(
        'a table has only one column',
        'write a list instead: screen readers announce tables cell by cell',
      );
    if (headers[0] === '' && new Set(headers).size < headers.length)
      return report('two columns of a table have the same heading', 'say what is different');
    if (new Set(headers).size < headers.length)
      return report('two columns of a table have the same heading', 'say what is different');
    if (rows === 0) return report('a table has no rows', 'fill it, or delete it');
    return [];
  });
}

function checkVideos({ videos }: Article): Barrier[] {
  return videos.flatMap(({ title, hasTranscript }) =>
    hasTranscript
      ? []
      : [
          {
            message: `the video "${title}" has no transcript`,
            fix: 'add transcript="..." with the address of its text, for people who can’t hear it',
            words: title,
          },
        ],
  );
}

const places =
  /\b(?:(?:click|press|tap|use|select|choose|see|follow)(?: on)? (?:the )?(?:(?:big|small|round|square) )?(?:red|green|blue|yellow|orange|grey|gray|round|square)(?:[- ]coloured)? (?:button|box|link|icon|text|arrow)|(?:marked|shown|highlighted|written|printed|given) (?:only )?in (?:red|green|blue|yellow|orange|bold|italics)|(?:the|items|dates|courses|fields|entries|lines|words|rows) in (?:red|green|blue|yellow|orange) (?:are|is|were|must|show|mean)|(?:in the|on the|to the) (?:right|left)[- ]?(?:hand)?[- ]?(?:column|side|menu|panel|box)? ?(?:of (?:the|this) (?:page|screen)|below|above)|(?:button|box|menu|link|picture|table|column|panel) (?:on|to) the (?:right|left))\b/i;

function checkParagraphs({ paragraphs }: Article): Barrier[] {
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
        `"${place}" depends on seeing colour or place`,
        'name the thing by its words, such as the button "Send"',
        place,
      );
    if (
      /^(?:[•▪●◦‣·–—*-]|\(?\d{1,2}[.)]|\(?[a-z]\))\s\S/u.test(text) ||
      /\n\s*(?:[•▪●◦‣·–—-]|\d{1,2}[.)])\s/u.test(raw)
    ) {
      add(
        `"${words.slice(0, 40)}" looks like a list`,
        'start each entry with - or 1. on a line of its own, below an empty line',
      );
    }
    const emoji =
      text.match(/\p{Extended_Pictographic}/gu)?.filter((sign) => !/[©®™↔→]/u.test(sign)).length ?? 0;
    if (emoji > 2)
      add('a paragraph has several emoji', 'keep one at most: screen readers read each out by name');
    const rule = /[-=_*~.]{6,}|[>»→]{3,}/u.exec(text)?.[0];
    if (rule)
      add(
        `"${rule}" is read out sign by sign`,
        'delete it, or write --- on a line of its own for a rule',
        rule,
      );
    if (/(?:\u00A0[ \u00A0]*){3}/.test(raw))
      add('words are spread with spaces', 'write them without, or use a table');
    if (/\b(?:\p{L} ){4,}\p{L}\b/u.test(text))
      add(
        'the letters of a word are spread with spaces',
        'write the word without spaces: screen readers spell it',
      );
    return found;
  });
}

/** Three words or more in capitals. */
function shoutedIn(text: string): string | undefined {
  const runs = text.match(/(?:\b[\p{Lu}’']{2,}[\s,!.-]+){2,}[\p{Lu}’']{2,}/gu) ?? [];
  return runs.find((run) => isShouted(run, 3));
}

/** Whether all of at least `least` words are in capitals. Codes and short forms are not words. */
function isShouted(text: string, least: number): boolean {
  const words = text.match(/[\p{L}’']+/gu) ?? [];
  const long = words.filter((word) => word.length > 3);
  return words.length >= least && long.length > 0 && text === text.toUpperCase() && !/\d/.test(text);
}
