import { expect, test } from 'vitest';
import { askPageText, chatText } from './chat.ts';
import { productPagesText } from './navigation.ts';
import { notFoundText } from './pages.ts';
import { onDemandPages } from './search.ts';

test('the page and the panel that answer questions have one name, in menus, in the search and on the 404 page', () => {
  const suggestions = notFoundText.suggestions({ name: 'Larkmoor' });
  const names = [
    askPageText.title,
    askPageText.launcher + askPageText.launcherHidden,
    chatText.title,
    productPagesText['/ask'],
    ...[...suggestions, ...onDemandPages].flatMap(({ path, title }) => (path === '/ask' ? title : [])),
  ];

  expect(names).toEqual(Array.from({ length: 6 }, () => 'Ask this website'));
});
