/** A part that one kind of source has, the words that readers see of it, and code that stays exact. */
export type Extra = readonly [source: string, shown: string, exact?: string];

const markdown: readonly Extra[] = [
  ['A note.[^n] Here.\n\n[^n]: The note **says** so.', 'A note. Here. The note says so.'],
  [
    '1. First do\n\n    ```sh\n    ls -la {x} <b>\n\n    # kept\n    ```\n\n2. Then stop',
    'First do ls -la {x} <b> # kept Then stop',
    '# kept',
  ],
  ['| Sign | Means |\n| --- | --- |\n| `a \\| b` | or *else* |', 'Sign Means a | b or else'],
  ['Not \\*bold\\* but 2 \\_ 3 and a\\_b', 'Not *bold* but 2 _ 3 and a_b'],
  ['### Deep words\n\n#### Deeper `code`\n\nText', 'Deep words Deeper code Text'],
  ['Press <kbd>Ctrl</kbd> and H<sub>2</sub>O.', 'Press Ctrl and H2O.'],
  ['See [the site][s] there.\n\n[s]: https://x.example/ "Its title"', 'See the site there.'],
  ['<details>\n<summary>More</summary>\n\nHidden words **here**\n\n</details>', 'More Hidden words here'],
  ['- [x] done job\n- [ ] open job', 'done job open job'],
  ['One line\\\nnext line  \nlast line', 'One line next line last line'],
  ['Seen <img src="https://stats.example/p.gif?u=1" width="1" height="1" alt="" /> by all', 'Seen by all'],
  ['~~~~md\n```js\nlet a;\n```\n~~~~', '```js let a; ```', '```js\nlet a;\n```'],
  ['Inline `` a ` tick `` and `{{ b }} <c>`', 'Inline a ` tick and {{ b }} <c>'],
  ['> Outer\n>\n> > Inner **quote**\n>\n> - point', 'Outer Inner quote point'],
  ['Setext head\n-----------\n\nText\n\n* * *\n\nAfter', 'Setext head Text After'],
  [
    '3. Third\n4. Fourth\n    1. Deep one\n        - Deepest\n\n        Its text',
    'Third Fourth Deep one Deepest Its text',
  ],
  ['***Both*** and ~~gone~~ and __strong__ of _em_', 'Both and gone and strong of em'],
  [
    '[Wiki](https://x.example/Tide_(sea)) and [part](#own-part)\n\n## Own part\n\nIts text',
    'Wiki and part Own part Its text',
  ],
  [
    '| Left | Right |\n| :-- | --: |\n| one<br />two | [three](https://x.example/) `f` |\n| | empty before |',
    'Left Right one two three f empty before',
  ],
  [
    'Two notes.[^a] In one.[^b]\n\n[^a]: First *note*\n[^b]: Second `note`\n\nText after the notes',
    'Two notes. In one. Text after the notes First note Second note',
  ],
  ['潮汐 表 and каждый день, مرحبا and ไทย', '潮汐 表 and каждый день, مرحبا and ไทย'],
  ['A smile :smile: at 10:30:00 and a:b', 'A smile smile at 10:30:00 and a:b'],
  ['[![Boat alone](https://x.example/b.png)](https://x.example/) after', 'Boat alone after'],
  ['A line\n===\n\nB', 'A line B'],
  [
    '- loose\n\n  second paragraph\n\n- > quote in item\n\n- | not | table |',
    'loose second paragraph quote in item | not | table |',
  ],
  ['\\# not a head\n\n\\- not a list\n\n1\\. not a number', '# not a head - not a list 1. not a number'],
  ['<div class="box">\n\nIn **a** box\n\n</div>', 'In a box'],
  ['Copyright &copy; 2024 &amp; &lt;tag&gt; &Uuml;ber', 'Copyright © 2024 & <tag> Über'],
];

export const hugoExtras: readonly Extra[] = [
  ...markdown,
  ['{{< figure src="/boat.png" alt="A quay" caption="By *Ada*" >}}', 'A quay By Ada'],
  [
    '{{< highlight go "linenos=table" >}}\nx := 1 < 2 && {y}\n{{< /highlight >}}',
    'x := 1 < 2 && {y}',
    'x := 1 < 2 && {y}',
  ],
  [
    '```\n{{</* note */>}}text{{</* /note */>}}\n```',
    '{{< note >}}text{{< /note >}}',
    '{{< note >}}text{{< /note >}}',
  ],
  ['Ebb\n: Goes out\n\nFlow\n: Comes in', 'Ebb Goes out Flow Comes in'],
  ['{{% callout note %}}\nBe **careful** now\n{{% /callout %}}', 'Be careful now'],
  ['{{< tabs >}}\n{{< tab "North" >}}\nAsk north\n{{< /tab >}}\n{{< /tabs >}}', 'North Ask north'],
  ['## Named {#own-name}\n\nText of it', 'Named Text of it'],
  ['> [!WARNING]\n> Wet *step*', 'Wet step'],
];

export const jekyllExtras: readonly Extra[] = [
  ...markdown,
  [
    '{% highlight ruby linenos %}\nputs "<b>" if a < b\n{% endhighlight %}',
    'puts "<b>" if a < b',
    'puts "<b>" if a < b',
  ],
  ['Ebb\n: Goes out\n\nFlow\n: Comes in', 'Ebb Goes out Flow Comes in'],
  ['The height $$h = x_1 * y_1 * z_1$$ counts.', 'The height h = x_1 * y_1 * z_1 counts.', 'x_1 * y_1 * z_1'],
  [
    '<div>\n    <ol>\n        <li>Slide one</li>\n    </ol>\n\n    <p>Then two</p>\n</div>',
    'Slide one Then two',
  ],
  ['By {{ site.title }} today, [at]({{ "/x/" | relative_url }})', 'By The Lab today, at'],
  ['A {: .big} word\n{: #id .note}', 'A word'],
  ['{::comment}\nremark0secret\n{:/comment}\n\nAfter it', 'After it'],
  ['* TOC\n{:toc}\n\nAfter the list', 'After the list'],
  ['Code `{% raw %}{{ page.x }}{% endraw %}` stays', 'Code {{ page.x }} stays', '`{{ page.x }}`'],
  ['*[HTML]: Hyper Text\n\nHTML counts', 'HTML counts'],
];

const mdx: readonly Extra[] = [
  ...markdown.map(([source, ...others]): Extra => [
    source.replaceAll('**here**\n\n</details>', '**here**\n\n</details>'),
    ...others,
  ]),
  [
    '::::note[Outer title]\n\nOuter text.\n\n:::tip[Inner title]\n\nInner text.\n\n:::\n\n::::',
    'Outer title Outer text. Inner title Inner text.',
  ],
  [
    '1. First do this.\n\n   :::caution[Mind]\n   The step is wet.\n   :::\n\n2. Go',
    'First do this. Mind The step is wet. Go',
  ],
  [
    '<Tabs>\n  <TabItem value="n" label="North">\n    Ask **north**.\n  </TabItem>\n  <TabItem value="s" label="South">\n\n    Ask *south*.\n\n  </TabItem>\n</Tabs>',
    'North Ask north. South Ask south.',
  ],
  ["A <span style={{ color: 'red' }}>red</span> word", 'A red word'],
  [
    'Most crews use this to\nimport the tables, and may\nexport goods from there.',
    'Most crews use this to import the tables, and may export goods from there.',
  ],
  ['Open \\{curly\\} and 5 \\< 6 <b>bold</b>{/* remark1secret */}', 'Open {curly} and 5 < 6 bold'],
  ["import Card from './card';\n\nAfter an import\n\nexport const a = { b: 1 };", 'After an import'],
  ['<ul>\n  <li>One <em>item</em></li>\n  <li>Two</li>\n</ul>', 'One item Two'],
  ['{`literal ${"words"}`} and {"text"}', 'and'],
];

export const docusaurusExtras: readonly Extra[] = [
  ...mdx,
  [
    "import Rules from '@site/docs/01-guide/_rules.md';\n\n<Rules />\n\nAfter them",
    'Keep the gate shut. After them',
  ],
  ['```js title="src/a.js" {1,3}\nconst a = {b};\n```', 'src/a.js const a = {b};', 'const a = {b};'],
  ['<img src={require(\'./b.png\').default} alt="A boat at sea" />', 'A boat at sea'],
  [
    '<details>\n  <summary>Toggle me</summary>\n  <div>This is **in** it</div>\n</details>',
    'Toggle me This is in it',
  ],
  ['### Head {#own}\n\n<Admonition type="tip" title="Look">Here</Admonition>', 'Head Look Here'],
];

export const starlightExtras: readonly Extra[] = [
  ...mdx,
  ['<Card title="Moon" icon="star">\n  Bright **light**\n</Card>', 'Moon Bright light'],
  ['<Steps>\n\n1. Step one\n\n2. Step two\n\n</Steps>', 'Step one Step two'],
  ['<LinkCard title="Go on" description="There it is" href="/hand/own/0/" />', 'Go on There it is'],
  ['<Aside type="tip" title="Ha">Text in it</Aside>', 'Ha Text in it'],
  ['<FileTree>\n\n- a.md\n- b/\n  - **c.ts** main\n\n</FileTree>', 'a.md b c.ts main'],
  ['<CardGrid>\n  <Card title="A">One</Card>\n  <Card title="B">Two</Card>\n</CardGrid>', 'A One B Two'],
  ['New <Badge text="Beta" variant="tip" /> here', 'New Beta here'],
];

export const mkdocsExtras: readonly Extra[] = [
  ...markdown,
  [
    '=== "North"\n\n    Ask **north**\n\n=== "South"\n\n    ```sh\n    ask south\n    ```',
    'North Ask north South ask south',
    'ask south',
  ],
  [
    '??? note "Closed one"\n\n    Words in it\n\n???+ tip\n\n    Open words',
    'Closed one Words in it Open words',
  ],
  ['!!! warning "Out"\n\n    Text\n\n    !!! tip "In"\n\n        Deep words', 'Out Text In Deep words'],
  ['Ebb\n:   Goes out\n\n    More of it', 'Ebb Goes out More of it'],
  ['[Button](https://x.example/){ .md-button } ++ctrl+c++ ==mark==', 'Button ctrl c mark'],
  ['## Head { #own .cls }\n\n![A pier](../boat.png){ width="300" }', 'Head A pier'],
  ['Long note.[^l]\n\n[^l]:\n    First line.\n\n    Second line.', 'Long note. First line. Second line.'],
  ['- Item\n\n    !!! note\n        In an item\n\n- Next', 'Item In an item Next'],
  [
    '``` { .yaml .annotate title="a.yml" hl_lines="1" }\nkey: {v} # (1)!\n```',
    'a.yml key: {v} # (1)!',
    'key: {v} # (1)!',
  ],
];

export const htmlExtras: readonly Extra[] = [
  [
    '<table><thead><tr><th>Item<th>Cost</thead><tfoot><tr><td>Total<td>12</tfoot><tbody><tr><td>Paint<td>5</table>',
    'Item Cost Paint 5 Total 12',
  ],
  [
    '<table><tr><td></td><th>Spring</th></tr><tr><th scope="row">High</th><td>7.1</td></tr></table>',
    'Spring High 7.1',
  ],
  [
    '<table><tr><th>Quay</th><th>Boats</th></tr><tr><td>North</td><td><table><tr><td>Ida</td><td>Ruth</td></tr></table></td></tr></table>',
    'Quay Boats North Ida Ruth',
  ],
  ['<dl><dt>Ebb<dd>Goes out<dt>Flow<dd>Comes in</dl>', 'Ebb Goes out Flow Comes in'],
  ['<details><summary>More</summary><p>Words in it</p></details>', 'More Words in it'],
  [
    '<P ALIGN=center><FONT COLOR=red>Old <B>bold</B></FONT> &Uuml;ber&nbsp;&euro; 5 &lt; 6',
    'Old bold Über € 5 < 6',
  ],
  ['<figure><img src="x.png" alt="A pier"><figcaption>By Ada</figcaption></figure>', 'A pier By Ada'],
  ['<pre><span class="k">if</span> (a &lt; b) {\n\n  <b>go</b>\n}</pre>', 'if (a < b) { go }', '  go\n}'],
  [
    '<p>One<br>two <a href="https://x.example/?utm_source=y">out</a> <abbr title="Long">L</abbr></p>',
    'One two out L',
  ],
  ['<p>Seen<img src="https://stats.example/p.gif" width=1 height=1> by all</p>', 'Seen by all'],
  [
    '<div><div>Inner words<div>deeper words</div></div>bare words</div>',
    'Inner words deeper words bare words',
  ],
  ['<ul><li>One<ul><li>Two</ul><li>Three</ul>', 'One Two Three'],
  [
    '<p>A note. <sup><a href="#fn1" id="r1">1</a></sup></p><ol><li id="fn1">The note <a href="#r1">back</a></ol>',
    'A note The note',
  ],
  ['<p>The value <math><mi>x</mi></math> is {small} and $big$</p>', 'The value x is {small} and $big$'],
  ['<!--[if IE]><p>remark2secret</p><![endif]--><template>remark3secret</template><p>All</p>', 'All'],
  ['<h4>Deep</h4><h6>Deeper</h6><blockquote>Bare quote</blockquote>', 'Deep Deeper Bare quote'],
  [
    '<section><h2>Way</h2><p>Take the ferry.</section><aside>Beside it</aside>',
    'Way Take the ferry. Beside it',
  ],
];

export const wordPressExtras: readonly Extra[] = [
  ...htmlExtras.filter(([source]) => !/\n\n|<P |if IE|fn1/.test(source)),
  [
    '[code lang="php"]\n<?php echo $rope; ?>\n<VirtualHost *:80>\n\nif ($a<$b) { "<b>hi</b>"; }\n[/code]',
    '<?php echo $rope; ?> <VirtualHost *:80> if ($a<$b) { "<b>hi</b>"; }',
    'if ($a<$b) { "<b>hi</b>"; }',
  ],
  ['Before [php]echo 1 < 2;[/php] after', 'Before echo 1 < 2; after', 'echo 1 < 2;'],
  [
    '[caption id="a_1" width="300"]<img src="https://old.example/wp-content/uploads/boat.png" alt="A pier" /> By <em>Ada</em>[/caption]',
    'A pier By Ada',
  ],
  ['<pre>[gallery ids="1"]\n\n{{ x }} &lt;b&gt;</pre>', '[gallery ids="1"] {{ x }} <b>', '{{ x }} <b>'],
  ['He said [sic] and array[0] and [1] too', 'He said [sic] and array[0] and [1] too'],
  ['Go [box color="red"]in the box[/box] on', 'Go in the box on'],
  [
    '<!-- wp:quote --><blockquote class="wp-block-quote"><p>Wise words</p><cite>Ada</cite></blockquote><!-- /wp:quote -->',
    'Wise words Ada',
  ],
  [
    '<!-- wp:columns --><div class="wp-block-columns"><div class="wp-block-column"><p>Left</p></div><div class="wp-block-column"><p>Right</p></div></div><!-- /wp:columns -->',
    'Left Right',
  ],
  [
    '<!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link" href="https://x.example/">Press</a></div><!-- /wp:button -->',
    'Press',
  ],
  ['<!--more-->\n\nAfter more\n\n<!--nextpage-->\n\nNext page', 'After more Next page'],
];
