import type { Article, Barrier } from './accessibility-article.ts';

export function checkHeadings({ headings, paragraphs }: Article): Barrier[] {
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
            fix: 'start it with ## and remove the **, so that screen readers find it',
            words: text,
          },
        ]
      : [];
  });
  return [...skipped, ...repeated, ...bold];
}

/** Whether a text has at least `least` words and all are in capitals. Codes and abbreviations are not counted. */
export function isShouted(text: string, least: number): boolean {
  const words = text.match(/[\p{L}’']+/gu) ?? [];
  const long = words.filter((word) => word.length > 3);
  return words.length >= least && long.length > 0 && text === text.toUpperCase() && !/\d/.test(text);
}
