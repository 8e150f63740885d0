import type { PageType } from '#lib/content/collections.ts';
import type { PassagePage } from '#lib/publishing/search/passage-store.ts';
import type { IndexedPage } from '#lib/publishing/search/search-index.ts';

type Section = { id: string; heading: string; text: string };

/** Pages for tests of search. */
export const smallSite = [
  page('/courses/soil-science', 'Soil Science', 'course', [
    { id: 'contents', heading: 'Contents', text: 'How soil holds water and feeds plants.' },
    {
      id: 'field-work',
      heading: 'Field work',
      text: 'Digging pits on the moor; a spade is lent. Soil again.',
    },
  ]),
  page('/courses/peatland', 'Peatland restoration', 'course', [
    { id: 'why', heading: 'Why', text: 'Raising the water table keeps carbon in the peat.' },
  ]),
  page('/handbook/library-loans', 'Library loans', 'handbook', [
    { id: 'length', heading: 'How long', text: 'Books are lent for a fortnight. Extensions are free.' },
    { id: 'place', heading: 'Place', text: 'Beside the café; bring your card.' },
  ]),
  page('/handbook/markup', 'Angle brackets', 'handbook', [
    {
      id: 'tags',
      heading: 'Tags &amp; quotes',
      text: 'Write angle &lt;script&gt;alert("x")&lt;/script&gt; &amp; it\'s text.',
    },
  ]),
  page('/news/flood', 'Flood gauge opened', 'news', [
    {
      id: 'opening',
      heading: 'Opening',
      text: 'Hydrologists opened a gauge after organising it. On the table: cake and water.',
    },
  ]),
];

function page(
  path: string,
  title: string,
  type: PageType,
  sections: Section[],
): { indexed: IndexedPage; passages: PassagePage } {
  const body = sections.map(({ id, heading, text }) => `<h2 id="${id}">${heading}</h2><p>${text}</p>`);
  return {
    indexed: {
      path,
      title,
      type,
      description: '',
      keywords: title === 'Soil Science' ? 'SOIL101' : '',
      markdownPath: `${path}.md`,
      lang: 'en',
      contentHtml: `<h1>${title}</h1>${body.join('')}`,
    },
    passages: {
      path,
      type,
      passages: sections.map(({ id, heading, text }) => ({
        anchor: id,
        title,
        heading,
        text: unescape(text),
      })),
    },
  };
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
