import { globSync, readFileSync } from 'node:fs';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { expect, test } from 'vitest';
import { createEveryLetter } from '#test/stand-ins/every-letter.ts';
import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { contrastOf } from '#lib/base/contrast.ts';
import { mailKinds } from '#lib/staff/labels.ts';

const letters = await createEveryLetter(letterSettings);

test('emails of every kind are checked here, and staff pages have a name for each kind', () => {
  const kinds = new Set(letters.map(({ kind }) => kind));

  expect([...kinds].toSorted()).toEqual([...Object.keys(mailKinds), 'test'].toSorted());
});

test('every module that creates emails is among those whose emails are checked here', () => {
  const creates = /^import \{[^}]*\b(?:createOutgoingMail|toPerson|toOffice)\b[^}]*\} from/m;
  const checked = readFileSync('test/stand-ins/every-letter.ts', 'utf8');

  const modules = globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] })
    .filter((file) => creates.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace('src/', '#'));

  expect(modules.length).toBeGreaterThan(4);
  expect(modules.filter((name) => !checked.includes(`from '${name}'`))).toEqual([]);
});

test.each(letters)('the email $kind loads nothing, and all its styles are inline', ({ html }) => {
  const elements = elementsOf(html);
  const tags = new Set(elements.map(({ tagName }) => tagName));
  const attributes = new Set(elements.flatMap(({ attrs }) => attrs.map(({ name }) => name)));

  expect(allowedTags).toEqual(expect.arrayContaining([...tags]));
  expect(allowedAttributes).toEqual(expect.arrayContaining([...attributes]));
  expect(html).not.toMatch(/url\(|@import|javascript:/);
});

test.each(letters)('the email $kind breaks no reference over lines', ({ html }) => {
  const nodes = elementsOf(html).filter(({ tagName }) => !['html', 'head', 'title'].includes(tagName));
  const around = nodes.filter((element) =>
    element.childNodes.some((child) => 'value' in child && /\b[A-Z]-\w{4}-\w{4}\b/.test(child.value)),
  );

  expect(around.map((element) => attributeOf(element, 'style'))).toEqual(
    around.map(() => 'white-space:nowrap'),
  );
});

test('fonts of the institute are in quotes where CSS wants it', () => {
  const [letter] = letters;
  const styles = elementsOf(letter?.html ?? '').flatMap(({ attrs }) => attrs.map(({ value }) => value));

  expect(
    styles.filter((style) => style.includes('font:16px/1.5 "Source Sans 3",Arial,sans-serif;')),
  ).toHaveLength(1);
});

const allowedTags = 'html head meta title body div p span br h1 h2 table tbody tr th td a'.split(' ');
const allowedAttributes = 'lang style charset name content href scope'.split(' ');

test.each(letters)(
  'the email $kind has a language, its subject as title and heading, and one button at most',
  (mail) => {
    const elements = elementsOf(mail.html);
    const textsOf = (tag: string) => elements.filter(({ tagName }) => tagName === tag).map(textOf);

    expect(elements.find(({ tagName }) => tagName === 'html')?.attrs).toContainEqual({
      name: 'lang',
      value: 'en',
    });
    expect([textsOf('title'), textsOf('h1')]).toEqual([[mail.subject], [mail.subject]]);
    expect(elements.filter(isButton).length).toBeLessThan(2);
    const rows = elements.filter(({ tagName }) => tagName === 'tr');
    expect(rows.map((row) => row.childNodes.map(({ nodeName }) => nodeName))).toEqual(
      rows.map(() => ['th', 'td']),
    );
  },
);

test.each(letters)(
  'the text of the email $kind has all words and links of its HTML',
  ({ html, text, subject }) => {
    const body = elementsOf(html).find(({ tagName }) => tagName === 'body');
    const links = elementsOf(html).flatMap((element) => attributeOf(element, 'href') ?? []);
    const words = stringsIn(body!).filter((string) => !subject.includes(string));

    expect(words.filter((string) => !text.includes(string))).toEqual([]);
    expect(links.filter((link) => !text.includes(`\n${link}\n`))).toEqual([]);
    expect(links.filter((link) => !link.startsWith(`${letterSettings.siteUrl}/`))).toEqual([]);
  },
);

test.each([
  ['of the sample', { accent: '#14574e', 'on-accent': '#ffffff' }],
  ['of an institute with a bright accent', { accent: '#ffe000', 'on-accent': '#000000' }],
])(
  'emails in colours %s have text in a colour only on a background of the same style',
  async (_, colours) => {
    const mails = await createEveryLetter({ ...letterSettings, colours });

    const styles = mails
      .flatMap(({ html }) => elementsOf(html))
      .flatMap((each) => attributeOf(each, 'style') ?? []);
    const colored = [...new Set(styles)].map(readColours).filter(([text, ground]) => text ?? ground);

    expect(colored).toHaveLength(2);
    for (const [text = '', ground = ''] of colored)
      expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5);
  },
);

function readColours(style: string): (string | undefined)[] {
  return [/(?:^|;)color:(#\w{6})/, /(?:^|;)background-color:(#\w{6})/].map(
    (property) => property.exec(style)?.[1],
  );
}

function elementsOf(html: string): Tree.Element[] {
  const inside = (node: Tree.Node): Tree.Element[] =>
    'childNodes' in node
      ? node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...inside(child)] : []))
      : [];
  return inside(parse(html));
}

function attributeOf({ attrs }: Tree.Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

function isButton(element: Tree.Element): boolean {
  return element.tagName === 'a' && attributeOf(element, 'style')!.includes('background-color');
}

/** The texts between tags. */
function stringsIn(node: Tree.ParentNode): string[] {
  return node.childNodes
    .flatMap((child) =>
      'value' in child ? [child.value.trim()] : 'childNodes' in child ? stringsIn(child) : [],
    )
    .filter((string) => string !== '');
}

function textOf(node: Tree.ParentNode): string {
  return node.childNodes
    .map((child) => ('value' in child ? child.value : 'childNodes' in child ? textOf(child) : ''))
    .join('');
}
