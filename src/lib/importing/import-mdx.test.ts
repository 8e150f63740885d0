import { expect, test } from 'vitest';
import { importFiles, importReported } from '#test/import-markdown-files.ts';

/** Imports the text of a page of Docusaurus. */
async function importPage(text: string, others: Readonly<Record<string, string>> = {}) {
  const { read, result, report, errors } = await importFiles({
    'docusaurus.config.js': "module.exports = { url: 'https://old.example' };",
    'docs/a.md': `---\ntitle: Tides\n---\n\n${text}\n`,
    ...others,
  });
  expect(errors).toEqual([]);
  return {
    body: read('handbook/a.mdx').split('---\n').slice(2).join('---\n').trim(),
    unknown: result.pages.find(({ id }) => id === 'docs/a.md')?.unknown.map(({ what }) => what),
    report,
  };
}

test('sentences with lines that start with import or export stay whole', async () => {
  const { read, report } = await importReported('import-mdx-prose-import');

  const text = read('handbook/tides.mdx').replaceAll('\n', ' ');
  expect(text).toContain(
    'Most crews use this page to import the tide tables, by reading the file that holds them.',
  );
  expect(text).toContain('The ferry may export goods on Mondays.');
  expect(report).not.toContain('an import or export of MDX');
});

test('only what parses as an import or export is left out at the start of a paragraph', async () => {
  const { body, unknown, report } = await importPage(
    "import the tables, then\nexport them.\n\nimport A from './a.js';\nThe lock is open.\n\nexport const b = 1;\n\nexport goods",
  );

  const shown = body.replaceAll('&#x69;', 'i').replaceAll('&#x65;', 'e').replaceAll('\n', ' ');
  expect(shown).toBe('import the tables, then export them.  The lock is open.  export goods');
  expect(unknown).toEqual(['an import or export of MDX', 'an import or export of MDX']);
  expect(report).toContain("import A from './a.js';");
});

test('Docusaurus: a .md file is MDX, and the text of a part stands where the page includes it', async () => {
  const { files, read, report } = await importReported('import-docusaurus-md-is-mdx');

  expect(files).toEqual(['handbook/install.mdx']);
  expect(read('handbook/install.mdx')).toMatch(/---\n\nBefore\.\n\nKeep the gate shut\.\n\nAfter\.\n$/);
  expect(report).toContain('`docs/_rules.md`: begins with _, so it is a part of other pages');
  expect(report).toContain('a comment, only here: `/* nobody sees this */`');
});

test('parts include parts, with pictures beside them, and a part that includes itself ends', async () => {
  const { body } = await importPage(
    "import One from '@site/docs/parts/_one.mdx';\nimport Gone from './_gone.md';\n\n<One />\n\n<Gone />",
    {
      'docs/parts/_one.mdx':
        "---\nx: 1\n---\n\nimport Two from './_two.md';\n\nFirst.\n\n![A boat](boat.png)\n\n<Two />\n",
      'docs/parts/_two.md': "import Two from './_two.md';\n\nSecond.\n\n<Two />\n",
      'docs/parts/boat.png': '',
    },
  );

  expect(body).toMatch(/^First\.\n\n!\[A boat\]\(\.\/pictures\/boat-\w+\.png\)\n\nSecond\./);
  expect(body.match(/Second\./g)).toHaveLength(4);
  expect(body).toContain('```text\n<Gone />\n```');
});

test('a page of Docusaurus with `format: md` is Markdown', async () => {
  const { read } = await importFiles({
    'docusaurus.config.js': '',
    'docs/a.md': '---\ntitle: Tides\nformat: md\n---\n\nA {brace} and a <b>word\n',
  });

  expect(read('handbook/a.mdx')).toContain('A \\{brace\\} and a **word**');
});

test('components keep their words, links and pictures, and attributes in braces are no text', async () => {
  const { read, report } = await importReported('import-mdx-components');

  const text = read('handbook/quays.mdx');
  expect(text).toContain('**North**\n\nAsk at the **north** desk, see [the guide](/handbook/guide).');
  expect(text).toContain('**South**\n\nAsk at the **south** desk.');
  expect(text).toContain('[A boat](https://docs.quay.example/docs/boat.png)\n\nA red word.\n\nAny boat\n');
  expect(text).not.toMatch(/require|style|Math|```/);
  expect(report).toContain('a picture is not here, its file is missing: ./boat.png');
  expect(report).toContain(
    'the component Link, only here: `<Link to={boats.sort(() => Math.random() - 0.5)[0].url}>`',
  );
});

test('components nested in lists and in each other keep order and structure', async () => {
  const { body } = await importPage(
    `1. One

   <Tabs>
     <TabItem value="n">

     - **Deep** \`{code}\`

     </TabItem>
   </Tabs>

2. Two

<Steps>
  <Step title="Rope">
    <Admonition type="tip" title="Mind">Dry *hands*.</Admonition>
  </Step>
</Steps>`,
  );

  expect(body).toBe(
    '1. One\n\n   **n**\n\n   - **Deep** `{code}`\n\n2. Two\n\n**Rope**\n\n> **Mind**\n>\n> Dry *hands*.',
  );
});

test('links, pictures and texts of attributes', async () => {
  const { body, unknown } = await importPage(
    `import boat from './boat.png';

<LinkCard title="The guide" href="https://x.example/guide" description="All of it." />

Go <Link to="https://x.example/b">*there*</Link>{' '}now, {"quoted"}.

<img src={boat} alt="A boat" />

<Image src={require('./boat.png').default} alt={\`Two boats\`} caption="In May" />

<Card title={<b>Hidden words</b>}>Seen.</Card>

<Button label="Press" />

Inline <Badge text="New" /> end, {2 + 2}.`,
    { 'docs/boat.png': '' },
  );

  expect(body).toContain('**[The guide](https://x.example/guide)**\n\nAll of it.');
  expect(body).toContain('Go [*there*](https://x.example/b) now, quoted.');
  expect(body).toMatch(/!\[A boat\]\(\.\/pictures\/boat-\w+\.png\)/);
  expect(body).toMatch(/<Figure src="\.\/pictures\/boat-\w+\.png" alt="Two boats" caption="In May" \/>/);
  expect(body).toContain('Seen.');
  expect(body).toContain('```text\n<Button label="Press" />\n```');
  expect(body).toContain('Inline `<Badge text="New" />` end, `{2 + 2}`.');
  expect(unknown).toEqual([
    'an import or export of MDX',
    'the component Card',
    'the component Button',
    'the component Badge',
    'an expression of MDX',
  ]);
});

test('a paragraph that cannot be read is a code block, and the others are converted', async () => {
  const { body, unknown } = await importPage(
    'One **bold**.\n\nA {broken brace and a <Tag>\nin two lines.\n\nA line<br>break, <https://x.example/a> and `<br>`.\n\n<Open>\n\nLast 🌊 ümläut *word* <Badge/>.',
  );

  expect(body).toContain('One **bold**.');
  expect(body).toContain('```text\nA {broken brace and a <Tag>\nin two lines.\n```');
  expect(body).toMatch(/A line\\?\s+break, <?\[?https:\/\/x\.example\/a\S* and `<br>`\./);
  expect(body).toContain('```text\n<Open>\n```');
  expect(body).toContain('Last 🌊 ümläut *word* `<Badge/>`.');
  expect(unknown?.filter((what) => what === 'MDX that cannot be read')).toHaveLength(2);
});

test('a text with thousands of nested notes or quotations stays whole as code', async () => {
  for (const text of [':::note\n'.repeat(4_000), '> '.repeat(4_000)]) {
    const { unknown } = await importPage(`${text}Last.`);

    expect(unknown).toContain('MDX that cannot be read');
  }
});

test('code, headings with ids, formulas and comments of HTML are as in Docusaurus', async () => {
  const { body } = await importPage(
    '## Field work {#field}\n\n[up](#field)\n\n```jsx\n<Tabs>{x}</Tabs> <!-- a -->\nimport a from "b";\n:::tip\n```\n\n<!-- gone -->\n\nThe height $$\\frac{m}{2}$$ counts.\n\n<pre>{`\na {b}\n  c\n`}</pre>',
  );

  expect(body).toBe(
    '## Field work\n\n[up](#field-work)\n\n```jsx\n<Tabs>{x}</Tabs> <!-- a -->\nimport a from "b";\n:::tip\n```\n\nThe height `\\frac{m}{2}` counts.\n\n```\na {b}\n  c\n```',
  );
});

test('notes keep their titles inside notes, lists and quotations', async () => {
  const { read } = await importReported('import-notes-nested');

  const text = read('handbook/notes.mdx');
  expect(text).toContain(
    '<Callout type="note" title="Outer title">\n\nOuter text.\n\n> **Inner title**\n>\n> Inner text.\n\n</Callout>',
  );
  expect(text).toContain('1. First do this.\n\n   > **Mind the step**\n   >\n   > The step is wet.\n');
  expect(text).toContain('<Callout type="note">\n\nA note as GitHub writes it.\n\n</Callout>');
  expect(text).not.toMatch(/:::|\[!/);
});

test.each([
  [':::note\nText.\n:::', '<Callout type="note">\n\nText.\n\n</Callout>'],
  ['::: tip Ebb\nText.\n:::', '<Callout type="tip" title="Ebb">\n\nText.\n\n</Callout>'],
  [':::caution{title="Ebb"}\nText.\n:::', '<Callout type="warning" title="Ebb">\n\nText.\n\n</Callout>'],
  ['::: {.callout-tip}\nText.\n:::', '<Callout type="tip">\n\nText.\n\n</Callout>'],
  [':::details More\nText.', '<Callout type="note" title="More">\n\nText.\n\n</Callout>'],
  [':::tip\n:::warning In\nText.\n:::\n:::', '<Callout type="tip">\n\n> **In**\n>\n> Text.\n\n</Callout>'],
  ['> :::note Ebb\n> Text.\n> :::', '> > **Ebb**\n> >\n> > Text.'],
  ['> [!WARNING]\n> Text.', '<Callout type="warning">\n\nText.\n\n</Callout>'],
  ['> [!tip]- Ebb\n> Text.', '<Callout type="tip" title="Ebb">\n\nText.\n\n</Callout>'],
  ['- x\n\n  > [!CAUTION]\n  > Text.', '- x\n\n  > Text.'],
  ['At 10:30, a:b and ::c.', 'At 10:30, a:b and ::c.'],
])('the note %j', async (source, expected) => {
  const mdx = await importPage(source);
  const { read } = await importFiles({ 'a.md': `---\ntitle: T\n---\n\n${source}\n` });

  expect(mdx.body).toBe(expected);
  expect(read('handbook/a.mdx')).toContain(`---\n\n${expected}\n`);
});

test.each([
  '<CodeBlock language="js" title="a.js">\n{`a\n  {b}`}\n</CodeBlock>',
  '<Code code={`a\n  {b}`} lang="js" title="a.js" />',
])('a component around code becomes code: %s', async (text) => {
  const { read } = await importFiles({ 'docusaurus.config.js': '', 'docs/a.md': `# A\n\n${text}\n` });

  expect(read('handbook/a.mdx')).toContain('**a.js**\n\n```js\na\n  {b}\n```\n');
});

test('links with marks of Docusaurus lead to their pages', async () => {
  const { read } = await importFiles({
    'docusaurus.config.js': "export default { url: 'https://old.example' };",
    'docs/x/a.md': '# A\n\n[b](@site/docs/b.md) [c](pathname:///c.html)\n',
    'docs/b.md': '# B\n',
  });

  expect(read('handbook/x/a.mdx')).toContain('[b](/handbook/b) [c](https://old.example/c.html)');
});
