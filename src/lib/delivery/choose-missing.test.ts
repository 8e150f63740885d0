import { expect, test } from 'vitest';
import { chooseMissing } from './choose-missing.ts';

const chromium = {
  page: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  picture: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
};

test.each([
  ['/nowhere', undefined, 'page'],
  ['/nowhere', '*/*', 'page'],
  ['/nowhere', chromium.page, 'page'],
  ['/nowhere', 'text/markdown', 'page'],
  ['/nowhere', 'text/*', 'page'],
  ['/nowhere.md', '*/*', 'page'],
  ['/nowhere.html', undefined, 'page'],
  ['/nowhere', 'application/json', 'json'],
  ['/nowhere', 'application/json, text/plain, */*', 'json'],
  ['/data.json', 'application/json', 'json'],
  ['/nowhere', 'text/html, application/json', 'page'],
  ['/nowhere', 'application/json;q=0, image/png', 'text'],
  ['/nowhere', 'text/html;q=0', 'text'],
  ['/nowhere', 'image/png', 'text'],
  ['/photo.jpg', chromium.picture, 'text'],
  ['/photo.jpg', '*/*', 'text'],
  ['/photo.jpg', undefined, 'text'],
  ['/photo.jpg', chromium.page, 'page'],
  ['/old.php', chromium.page, 'page'],
  ['/favicon.ico', chromium.picture, 'text'],
  ['/.env', '*/*', 'text'],
])('a missing %s for Accept %s is sent as %s', (path, accept, form) => {
  expect(chooseMissing(path, accept)).toBe(form);
});
