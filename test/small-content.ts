import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { splitFrontMatter } from '#lib/content/front-matter.ts';
import { patchFrontMatter } from '#lib/editing/front-matter/edit-front-matter.ts';

const entries = [
  'courses/soil-science.mdx',
  'courses/introduction-to-hydrology.mdx',
  'events/open-day-february-2027.mdx',
  'handbook/money/bursaries.mdx',
  'handbook/money/index.mdx',
  'news/a-dry-year-on-the-lark.mdx',
  'news/library-evenings.mdx',
  'pages/about.mdx',
  'pages/accessibility.mdx',
  'pages/admissions.mdx',
  'pages/contact.mdx',
  'pages/cookies.mdx',
  'pages/fees.mdx',
  'pages/from-abroad.mdx',
  'pages/privacy.mdx',
  'pages/visit.mdx',
  'people/ines-calder.mdx',
];
/** Replacements of texts that link to many other entries. */
const shortened: Readonly<Record<string, string>> = {
  'handbook/money/bursaries.mdx': 'Begin with a letter.',
  'handbook/money/index.mdx': 'There are [bursaries](/handbook/money/bursaries).',
  'pages/fees.mdx': 'What a course costs.',
  'pages/from-abroad.mdx': 'What to know about visas.',
  'pages/privacy.mdx': 'What we store.',
  'pages/visit.mdx': 'How to find us.',
};
const pictured = 'courses/soil-science.mdx';
/** Fields that refer to other entries and pictures, with their values in the small content. */
const references = {
  author: undefined,
  courses: [],
  people: ['ines-calder'],
  picture: undefined,
  prerequisites: [],
  programs: [],
};

/**
 * Makes a folder with the settings and some entries of the sample, for tests that do not depend on the size of the
 * content: it is published in a fraction of the time. One entry has a picture, and no entry links to one that is left
 * out.
 */
export function makeSmallContent(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'small-content-'));
  cpSync('src/content/settings', join(folder, 'settings'), { recursive: true });
  for (const path of entries) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), simplify(path, readFileSync(join('src/content', path), 'utf8')));
  }
  const picture = pictured.replace('.mdx', '.webp');
  cpSync(join('src/content', picture), join(folder, picture));
  const home = join(folder, 'settings/home.yaml');
  writeFileSync(home, withKnownLinks(readFileSync(home, 'utf8')));
  return folder;
}

const addresses = new Set([
  ...entries.map((path) => `/${path.replace(/(?:\/index)?\.mdx$/, '').replace(/^pages\//, '')}`),
  ...['/apply', '/calendar', '/courses', '/enquire', '/events', '/newsletter', '/programs', '/register'],
]);

function simplify(path: string, text: string): string {
  const plain = Object.entries(references).reduce((source, [name, value]) => {
    const isThere = new RegExp(`^${name}:`, 'm').test(splitFrontMatter(source).head);
    if (name === 'picture' && path === pictured) return source;
    return isThere ? patchFrontMatter(source, { path: [name], value }) : source;
  }, text);
  const { head, body } = splitFrontMatter(plain);
  if (path in shortened) return `${head}\n${shortened[path]}\n`;
  const withoutPictures = body
    .replaceAll(/^!\[.*\]\(.*\)\n/gm, '')
    .replaceAll(/<Figure[^>]*>(?:.*<\/Figure>)?/g, '');
  return head + withoutPictures.replaceAll(/\[([^\]]+)\]\((\/[^)#]*)[^)]*\)/g, toKnown);
}

function toKnown(link: string, words: string, address: string): string {
  return addresses.has(address) ? link : words;
}

function withKnownLinks(settings: string): string {
  return settings.replaceAll(/path: (\/programs|\/handbook)\/\S+/g, 'path: $1');
}
