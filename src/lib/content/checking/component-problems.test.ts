import { test } from 'vitest';
import { page, expectOneProblem, type Mistake } from '#test/check-content-files.ts';

const mistakes: readonly Mistake[] = [
  [
    'an unclosed tag',
    page('<Callout>\n\nText.'),
    'handbook/sick.mdx:5: fatal: the tag <Callout> is not closed',
    /write <\/Callout> after/,
  ],
  [
    'a < in the text',
    page('Text.\n\nLess than <5 mm.'),
    'handbook/sick.mdx:7: fatal: a < in the text',
    /write &lt;/,
  ],
  [
    'a { in the text',
    page('Text.\n\nA { alone.'),
    'handbook/sick.mdx:7: fatal: a { in the text',
    /write \\\{/,
  ],
  [
    'a wrong component name',
    page('<Calout>\n\nText.\n\n</Calout>'),
    'handbook/sick.mdx:5: fatal: there is no component <Calout>',
    /did you mean Callout\?/,
  ],
  [
    'a wrong attribute',
    page('<Callout\n  kind="note"\n>\n\nText.\n\n</Callout>'),
    'handbook/sick.mdx:6: fatal: <Callout> has no attribute kind',
    /use one of type, title/,
  ],
  [
    'a wrong value of an attribute',
    page('<Callout type="notee">\n\nText.\n\n</Callout>'),
    'handbook/sick.mdx:5: fatal: type of <Callout> cannot be "notee"',
    /did you mean note\?/,
  ],
  [
    'an unknown language code',
    page('<Lang code="welsh">cynefin</Lang>'),
    'handbook/sick.mdx:5: fatal: code of <Lang> cannot be "welsh"',
    /"cy" for Welsh/,
  ],
  [
    'an import',
    page('import Callout from "../Callout.astro"\n\nText.'),
    'handbook/sick.mdx:5: fatal: a line that starts with "import"',
    /components need no import/,
  ],
  ['program code in the text', page('The {name} of it.'), 'handbook/sick.mdx:5: fatal: {name} in the text'],
  [
    'a backslash in text in braces, which the page would not show',
    page('Fees {"in \\u00a3"}.'),
    'handbook/sick.mdx:5: fatal: {"in \\u00a3"} in the text is read as program code',
  ],
  [
    'a backslash in a value in braces, which the page would not show',
    page('<Contact team={"Registry\\n"} />'),
    'handbook/sick.mdx:5: fatal: team of <Contact> is program code',
  ],
  [
    'an extra closing tag',
    page('Text.\n\n</Steps>'),
    'handbook/sick.mdx:7: fatal: </Steps> closes a tag that is not open',
  ],
  [
    'a value without quotes',
    page('<Callout type=note>\n\nText.\n\n</Callout>'),
    'handbook/sick.mdx:5: fatal: the value of type in <Callout> has no quotes',
  ],
  [
    'a missing attribute',
    page('<Fee />'),
    'handbook/sick.mdx:5: fatal: <Fee> has no course',
    /<Fee course="BOOK201" \/>/,
  ],
  [
    'a contact without a person or team',
    page('<Contact email="a@larkmoor.example" />'),
    'handbook/sick.mdx:5: fatal: <Contact> has no person or team',
  ],
];

test.for(mistakes)('reports %s', expectOneProblem);
