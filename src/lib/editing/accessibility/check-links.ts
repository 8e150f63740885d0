import type { Article, Barrier } from './accessibility-article.ts';

const vagueTexts = new Set(
  (
    'here|click here|click|read more|more|learn more|find out more|see more|more information|more info|info|link|this link|this|this page|' +
    'page|this site|website|details|more details|download|continue|see here|read here|read this|web page|' +
    'follow this link|click this link|click on this link|press here|tap here|over here|right here|the link|our website|this document|' +
    'this form|this website|see this|full details|further information'
  ).split('|'),
);

export function checkLinks({ links }: Article): Barrier[] {
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

export function checkVideos({ videos }: Article): Barrier[] {
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
