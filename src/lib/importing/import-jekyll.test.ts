import { expect, test } from 'vitest';
import { importFiles, importReported } from '#test/import-markdown-files.ts';

/** Imports the text of a page of Jekyll or Hugo. */
async function importPage(
  text: string,
  {
    others = {},
    settings = '_config.yml',
    file = 'a.md',
  }: Partial<Record<'settings' | 'file', string>> & { others?: Readonly<Record<string, string>> } = {},
) {
  const imported = await importFiles({
    [settings]: 'url: https://old.example\nbaseurl: /lab\ntitle: The Lab\n',
    [file]: `---\ntitle: Tides\n---\n\n${text}\n`,
    ...others,
  });
  expect(imported.errors).toEqual([]);
  return {
    ...imported,
    body: imported.read('handbook/a.mdx').split('---\n').slice(2).join('---\n').trim(),
    unknown: imported.result.pages[0]?.unknown.map(({ what }) => what),
  };
}

test('Liquid: comments are left out, loops and includes are code, and links are links', async () => {
  const { read, result } = await importReported('import-jekyll-liquid');

  const text = read('handbook/team.mdx');
  expect(text).toContain(
    'Our team.\n\n```text\n{% for m in site.data.team %}\n<img src="/images/{{ m.photo }}" alt="" /> <b>{{ m.name }}</b>\n{% endfor %}\n```\n\n```text\n{% include figure.html image="/images/a.png" width="50%" caption="A **bold** tide" %}\n```\n\nSee [about](https://quay.example/about/).\n',
  );
  expect(result.pages[0]?.unknown.map(({ what }) => what)).toEqual([
    'a Liquid loop with the words of _data/team.yml',
    'a Liquid tag',
    'a comment',
  ]);
});

test('Liquid: what comments and notes for templates say is not public', async () => {
  const { body, report } = await importPage(
    'One.\n\n{%- comment -%}secret 1{%- endcomment -%}\n\n{% # secret 2 %}\n\n{::comment}\nsecret 3\n{:/comment}\n\n<!-- secret 4 -->\n\n```liquid\n{% comment %}secret 5{% endcomment %}\n```\n\nTwo.',
  );

  expect(body).not.toContain('secret');
  expect(body).toMatch(/^One\.[\s\S]*Two\.$/);
  expect(report).toMatch(/a comment, only here \(5 times\): .*`secret 3`/);
});

test('Liquid: a page with words under a condition is a draft', async () => {
  const hidden = await importPage('A.\n\n{% if site.internal %}\nThe key is 7.\n{% else %}\nB.\n{% endif %}');
  const picture = await importPage('A.\n\n{% if page.image %}<img src="{{ page.image }}">{% endif %}');

  expect(hidden.public).toEqual([]);
  expect(hidden.report).toContain('is a draft: readers see a part of it under a condition only');
  expect(picture.public).toEqual(['/handbook/a']);
});

test('Liquid: code is exact, and raw text is no Liquid', async () => {
  const { body, unknown } = await importPage(
    '{% highlight ruby linenos %}\nputs {1}\n\n  {{ x }}\n{% endhighlight %}\n\n```html\n{% for a in b %}{{ a }}{% endfor %}\n```\n\n{% raw %}Use {{ this }} and {% that %}.{% endraw %}\n\nSay `{{ x }}` or `{% raw %}{{ y }}{% endraw %}`.',
  );

  expect(body).toBe(
    '```ruby\nputs {1}\n\n  {{ x }}\n```\n\n```html\n{% for a in b %}{{ a }}{% endfor %}\n```\n\nUse \\{\\{ this \\}\\} and \\{% that %\\}.\n\nSay `{{ x }}` or `{{ y }}`.',
  );
  expect(unknown).toEqual([]);
});

test('Liquid: code in a list stays in its item', async () => {
  const { body } = await importPage(
    '1. One\n\n   {% highlight sh %}\n   ls {x}\n     -l\n   {% endhighlight %}\n\n2. Two',
  );

  expect(body).toBe('1. One\n\n   ```sh\n   ls {x}\n     -l\n   ```\n\n2. Two');
});

test('Liquid: paths and settings are filled in, and other values in tags and links are no text', async () => {
  const { body, unknown } = await importPage(
    'Of {{ site.title }}: [a]({{ site.baseurl }}/b), [b]({{ \'/b/\' | relative_url }}), [c]({{ site.baseurl | append: "/b" }}), [d]({{ page.next }}), ![Mill]({{ page.mill | first }}), ![Saw]({{ "/a saw.png" | relative_url }}).\n\n{% assign x = 1 %}\n\n{% for a in b %}\n\n{% if a %}{{ a }}{% endif %}\n\n{% endfor %}\n\nAt {{ x }}.\n\n{% include part.html %}',
    {
      others: {
        'a saw.png': '',
        'b.md': '---\ntitle: B\n---\n\nText.\n',
        '_includes/part.html': '<b>Part</b>',
      },
    },
  );

  expect(body).toContain('Of The Lab: [a](/handbook/b), [b](/handbook/b), [c](/handbook/b), ');
  expect(body).toMatch(/!\[Saw\]\(\.\/pictures\/a-saw-\w+\.png\)/);
  expect(body).not.toMatch(/assign|page\.next }}/);
  expect(body).toContain(
    '```text\n{% for a in b %}\n\n{% if a %}{{ a }}{% endif %}\n\n{% endfor %}\n```\n\nAt `{{ x }}`.',
  );
  expect(unknown).toEqual([
    'a Liquid loop',
    'a Liquid tag',
    'a Liquid tag with the words of _includes/part.html',
    'a Liquid tag',
  ]);
});

test('kramdown: HTML over empty lines, terms, formulas and strokes in cells', async () => {
  const { read } = await importReported('import-kramdown');

  const text = read('handbook/tides.mdx');
  expect(text).toContain('---\n\n[Slide 1](https://quay.example/a.jpg)\n\n**Ebb**\\\nThe water goes out.\n');
  expect(text).toContain('The height `h = \\frac{m\\,c}{2} \\\\ x_1 * y_1 * z_1` counts.');
  expect(text).toContain('| `a \\| b` | or |');
});

test('kramdown: nested HTML, Markdown in HTML, contents, attributes and abbreviations', async () => {
  const { body, unknown } = await importPage(
    '* TOC\n{:toc}\n\n<div>\n  <div>\n\n    <p>Deep *star*.</p>\n\n  </div>\n\n    <p>More.</p>\n</div>\nAfter **it**.\n\n<div markdown="1">\nSome **bold**.\n</div>\n\nA word{: .big} HTML.\n{: .lead}\n\n*[HTML]: Hyper Text\n\n$$\na\\\\b\n$$\n\nEbb\n: Goes out.\n: Comes back.\n\n- x\n-\n- y',
  );

  expect(body).toContain('Deep \\*star\\*.\n\nMore.\n\nAfter **it**.\n\nSome **bold**.\n\nA word HTML.');
  expect(body).toContain('a\\\\b');
  expect(body).toContain('**Ebb**\\\nGoes out.');
  expect(body).toContain('Comes back.');
  expect(body).not.toMatch(/TOC|lead|big/);
  expect(unknown).toContain('an abbreviation');
});

test('a page of HTML with Liquid', async () => {
  const { body } = await importPage('<p>An *unchanged* <b>text</b>.</p>\n\n    <p>{{ site.title }}</p>', {
    file: 'a.html',
  });

  expect(body).toBe('An \\*unchanged\\* **text**.\n\nThe Lab');
});

test('Hugo: comments, shown shortcodes, code, notes and tabs', async () => {
  const { body, unknown } = await importPage(
    '{{< comment >}}secret{{< /comment >}}\n\n{{/* secret */}}\n\nWrite {{</* figure "a" */>}}.\n\n```\n{{%/* note */%}}\n{{< raw >}}\n```\n\n{{< highlight go "x=1" >}}\na < b *c*\n{{< /highlight >}}\n\n{{% notice tip "Mind" %}}\nText **b**.\n{{% /notice %}}\n\n{{< tabs >}}\n{{< tab "North" >}}\nAsk.\n{{< /tab >}}\n{{< /tabs >}}\n\n{{< chart id="50%" >}}',
    { settings: 'hugo.yaml', file: 'content/a.md' },
  );

  expect(body).toBe(
    'Write \\{\\{\\< figure "a" >\\}\\}.\n\n```\n{{% note %}}\n{{< raw >}}\n```\n\n```go\na < b *c*\n```\n\n<Callout type="tip" title="Mind">\n\nText **b**.\n\n</Callout>\n\n**North**\n\nAsk.\n\n```text\n{{< chart id="50%" >}}\n```',
  );
  expect(unknown).toEqual([
    'a comment',
    'a comment',
    'the shortcode tabs',
    'the shortcode tab',
    'the shortcode chart',
  ]);
});

test('Jekyll: pictures of the site, ticked boxes and the mark of a table of contents are no missing words', async () => {
  const { result, read } = await importPage(
    '* Contents\n{:toc}\n\n![Mill]({{ site.baseurl }}/img/old-mill-at-low-water.png)The mill.\n\n- [x] Done\n- [ ] Open',
  );

  expect(result.pages[0]).toMatchObject({ words: 5, kept: 5, missing: [], isDraft: false });
  expect(read('handbook/a.mdx')).toContain(
    '[Mill](https://old.example/lab/img/old-mill-at-low-water.png) The mill.',
  );
});

test('a folder with the name of a text is no text', async () => {
  const { files } = await importPage('A.', { others: { '_posts/2024-01-05-notes.md/a.txt': 'x' } });

  expect(files).toEqual(['handbook/a.mdx']);
});

test('tags that name a file lead to its page, also behind the base of the site', async () => {
  const { body } = await importPage(
    '[Ada]({{ site.baseurl }}{% link _team/ada.md %}) and [rain]({{ site.baseurl }}{% post_url 2024-02-03-rain %}), [again]({% post_url 2024-02-03-rain %})',
    {
      others: {
        '_config.yml':
          'url: https://old.example\nbaseurl: /lab\ncollections:\n  team:\n    output: true\n    permalink: /people/:name/\n',
        '_team/ada.md': '---\ntitle: Ada\n---\n\nAda.\n',
        '_posts/2024-02-03-rain.md': '---\ntitle: Rain\n---\n\nRain.\n',
      },
    },
  );

  expect(body).toBe('[Ada](/handbook/team/ada) and [rain](/news/rain), [again](/news/rain)');
});
