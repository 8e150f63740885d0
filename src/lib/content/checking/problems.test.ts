import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { courseFields, handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { sampleInstitute as site } from '#test/sample-institute.ts';
import { checkContent } from '#lib/content/check.ts';

const today = '2026-11-21';
type Files = Readonly<Record<string, string | undefined>>;

/** The problems as lines `name:line: severity: message: fix`, the name below the content folder. */
async function check(files: Files): Promise<string[]> {
  const directory = makeContentFolder(files);
  const problems = await checkContent({ directory, institute: site, today });
  return problems.map(({ file, line, severity, message, fix }) => {
    return `${relative(directory, file)}:${line}: ${severity}: ${message}: ${fix}`;
  });
}

const course = (change: (fields: string) => string, text = 'Text.') =>
  ({
    'courses/peat.mdx': `---\n${change(courseFields.replace('SOIL101', 'PEAT101'))}---\n\n${text}\n`,
  }) as Files;
const changed = (from: string | RegExp, to: string) => course((fields) => fields.replace(from, to));
const page = (text: string): Files => ({ 'handbook/sick.mdx': handbookPage(text) });
const offering = (lines: string) =>
  changed('offerings: []', `offerings:\n  - term: spring\n    mode: online\n    seats: 9\n${lines}`);
const program = (credits: number, stages: string): Files => ({
  'programs/soils.mdx': `---
title: Certificate in Soils
summary: One year of soils, in the field and in the laboratory.
award: certificate
level: 4
credits: ${credits}
length: One year part time
stages: ${stages}
entryRequirements: [An interest in soils]
lead: ines-calder
---
`,
});
const news = (fields: string, text = 'Text.'): Files => ({
  'news/rain.mdx': `---\ntitle: Rain\nsummary: It has rained on all of the fields.\n${fields}---\n\n${text}\n`,
});

const event = (fields: string): Files => ({
  'events/open-day.mdx': `---
title: Open day
summary: Come and see the mill, the wheel and the laboratory.
${fields}---

Text.
`,
});
const eventDay = 'starts: 2027-02-06 10:00\nends: 2027-02-06 15:00\n';

const moved = (aliases: string, other: Files = {}): Files => ({
  'handbook/sick.mdx': `---\ntitle: Sick leave\naliases: ${aliases}\n---\n\nText.\n`,
  ...other,
});

/** What an editor gets wrong, and where and how the check says so. */
const cases: readonly (readonly [string, Files, string, ...RegExp[]])[] = [
  [
    'an event without a time',
    event('starts: 2027-02-06\nends: 2027-02-06 15:00\nplace: Weir House\n'),
    'events/open-day.mdx:4: fatal: "starts" "2027-02-06" is not a day with a time',
    /write it such as starts: 2027-02-06 10:00/,
  ],
  [
    'an event on a day that is not there',
    event('starts: 2027-02-30 10:00\nends: 2027-03-06 15:00\nplace: Weir House\n'),
    'events/open-day.mdx:4: fatal: "starts" "2027-02-30 10:00" is not a day with a time',
  ],
  [
    'an event that ends before it starts',
    event('starts: 2027-02-06 10:00\nends: 2027-02-06 09:00\nplace: Weir House\n'),
    'events/open-day.mdx:5: fatal: "ends" "2027-02-06 09:00" is not later than "starts"',
  ],
  [
    'an event that is nowhere',
    event(eventDay),
    'events/open-day.mdx:1: fatal: "place" is missing: say where the event is, or give a link in online',
  ],
  [
    'an online event with an address that is not https',
    event(`${eventDay}online: www.example.org\n`),
    'events/open-day.mdx:6: fatal: "online" "www.example.org" is not an https address',
  ],
  [
    'a registration that is no link',
    event(`${eventDay}place: Weir House\nregistration: at the door\n`),
    'events/open-day.mdx:7: fatal: "registration" "at the door" is not an email address, an https address or',
  ],
  [
    'a registration at an address that is not there',
    event(`${eventDay}place: Weir House\nregistration: /nowhere\n`),
    'events/open-day.mdx:7: error: the link /nowhere leads to no page',
  ],
  [
    'an event of an unknown course',
    event(`${eventDay}place: Weir House\ncourses: [SOIL110]\n`),
    'events/open-day.mdx:7: error: there is no course "SOIL110"',
    /did you mean SOIL101\?/,
  ],
  // The ten commonest mistakes.
  [
    'a missing field',
    changed(/code: .*\n/, ''),
    'courses/peat.mdx:1: fatal: "code" is missing',
    /add it, such as code: SOIL201/,
  ],
  [
    'a wrong date',
    changed('level: 4', 'updated: 2026-02-30\nlevel: 4'),
    'courses/peat.mdx:6: fatal: "updated" "2026-02-30" is not a day',
    /how many days/,
  ],
  [
    'a date the other way round',
    changed('level: 4', 'updated: 30/01/2026\nlevel: 4'),
    'courses/peat.mdx:6: fatal: "updated" "30\\/01\\/2026"',
    /such as 2027-01-11/,
  ],
  [
    'an unknown course code',
    changed('offerings', 'prerequisites: [SOIL110]\nofferings'),
    'courses/peat.mdx:9: error: there is no course "SOIL110"',
    /did you mean SOIL101\?/,
  ],
  [
    'an unclosed tag',
    page('<Callout>\n\nText.'),
    'handbook/sick.mdx:5: fatal: the tag <Callout> is not closed',
    /write <\/Callout> behind/,
  ],
  [
    'a < in the text',
    page('Text.\n\nLess than <5 mm.'),
    'handbook/sick.mdx:7: fatal: a < in the text',
    /write &lt;/,
  ],
  ['a stray {', page('Text.\n\nA { alone.'), 'handbook/sick.mdx:7: fatal: a { in the text', /write \\\{/],
  [
    'a wrong component name',
    page('<Calout>\n\nText.\n\n</Calout>'),
    'handbook/sick.mdx:5: fatal: there is no component <Calout>',
    /did you mean Callout\?/,
  ],
  [
    'a wrong attribute',
    page('<Callout\n  kind="note"\n>\n\nText.\n\n</Callout>'),
    'handbook/sick.mdx:6: fatal: <Callout> takes no kind',
    /use one of type, title/,
  ],
  [
    'a wrong value of an attribute',
    page('<Callout type="notee">\n\nText.\n\n</Callout>'),
    'handbook/sick.mdx:5: fatal: type of <Callout> "notee"',
    /did you mean note\?/,
  ],
  [
    'a language that has no such code',
    page('<Lang code="welsh">cynefin</Lang>'),
    'handbook/sick.mdx:5: fatal: code of <Lang> "welsh"',
    /"cy" for Welsh/,
  ],
  [
    'a duplicate address',
    { 'handbook/a.md': handbookPage('One.'), 'handbook/a.mdx': handbookPage('Two.') },
    'handbook/a.mdx:1: error: the address \\/handbook\\/a belongs to .*handbook\\/a.md already',
  ],
  [
    'an image that is not there',
    news('date: 2026-01-11\n', '![A weir](./weir.jpg)'),
    'news/rain.mdx:7: fatal: there is no image .\\/weir.jpg',
  ],

  // Front matter.
  [
    'no front matter',
    { 'handbook/a.md': 'Text.\n' },
    'handbook/a.md:1: fatal: the file has no front matter',
    /title: Soil Science/,
  ],
  [
    'front matter without an end',
    { 'handbook/a.md': '---\ntitle: Leave\n\nText.\n' },
    'handbook/a.md:3: fatal: the front matter has no end',
    /below its last field/,
  ],
  [
    'a colon in a value',
    { 'handbook/a.md': '---\norder: 1\ntitle: Leave: an overview\n---\n' },
    'handbook/a.md:3: fatal: the value of this field has a colon',
    /in quotes/,
  ],
  [
    'a field that is there twice',
    { 'handbook/a.md': '---\ntitle: One\ntitle: Two\n---\n' },
    'handbook/a.md:3: fatal: this field is there twice',
  ],
  [
    'an unknown field',
    changed('level: 4', 'levl: 4\nlevel: 4'),
    'courses/peat.mdx:6: fatal: there is no field "levl" in courses',
  ],
  [
    'a misspelt field',
    { 'handbook/a.md': '---\ntitle: Leave\nsumary: Short.\n---\n' },
    'handbook/a.md:3: fatal: there is no field "sumary"',
    /did you mean summary\?/,
  ],
  [
    'text where a number belongs',
    changed('credits: 15', 'credits: "15"'),
    'courses/peat.mdx:7: fatal: "credits" should be a number',
    /figures only.*credits: 15/,
  ],
  [
    'a number where text belongs',
    { 'handbook/a.md': '---\ntitle: 2026\n---\n' },
    'handbook/a.md:2: fatal: "title" should be text',
    /title: "2026"/,
  ],
  [
    'a field without a value',
    changed('fee: 720', 'fee:'),
    'courses/peat.mdx:8: fatal: "fee" has no value',
    /fee: 720/,
  ],
  [
    'a summary that is too short',
    changed(/summary: .*/, 'summary: Peat.'),
    'courses/peat.mdx:4: fatal: "summary" is too short: 5 characters, at least 20',
  ],
  [
    'a mistake deep inside',
    offering('    times:\n      - day: tusday\n        from: "09:00"\n        to: "10:00"\n'),
    'courses/peat.mdx:14: fatal: "day" \\(offerings, entry 1, times, entry 1\\) "tusday"',
    /did you mean tuesday\?/,
  ],
  [
    'a place that is missing',
    changed('offerings: []', 'offerings:\n  - term: spring\n    mode: on-site\n    seats: 9\n'),
    'courses/peat.mdx:10: fatal: "place" \\(offerings, entry 1\\) is missing: say where',
    /place: Weir House/,
  ],

  // MDX.
  [
    'an import',
    page('import Callout from "../Callout.astro"\n\nText.'),
    'handbook/sick.mdx:5: fatal: a line that begins with "import"',
    /components need no import/,
  ],
  ['program code', page('The {name} of it.'), 'handbook/sick.mdx:5: fatal: {name} in the text'],
  [
    'a closing tag too many',
    page('Text.\n\n</Steps>'),
    'handbook/sick.mdx:7: fatal: <\\/Steps> closes a tag that is not open',
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
    /<Fee course="SOIL201" \/>/,
  ],
  [
    'a contact with nobody to reach',
    page('<Contact email="a@larkmoor.example" />'),
    'handbook/sick.mdx:5: fatal: <Contact> has no person or team',
  ],

  // Links and images.
  [
    'a link to no page',
    page('[Soils](/courses/soil-scence)'),
    'handbook/sick.mdx:5: error: the link \\/courses\\/soil-scence leads to no page',
    /did you mean \/courses\/soil-science\?/,
  ],
  [
    'a link to no heading',
    page('[Soils](/courses/soil-science#feld-work)'),
    'handbook/sick.mdx:5: error: .* names no heading',
    /did you mean #field-work\?/,
  ],
  [
    'a link to no heading of the page itself',
    page('## Pay\n\n[Pay](#play)'),
    'handbook/sick.mdx:7: error: the link #play names no heading',
    /#pay/,
  ],
  [
    'a relative link to no file',
    page('[Soils](../courses/peat.mdx)'),
    'handbook/sick.mdx:5: error: the link ..\\/courses\\/peat.mdx leads to no page',
  ],
  ['a link to nobody', page('[Ines](/people#ines)'), 'handbook/sick.mdx:5: error: there is nobody "ines"'],
  [
    'a link in raw HTML',
    { 'handbook/a.md': handbookPage('<div>\n<a href="/nowhere">x</a>\n</div>') },
    'handbook/a.md:6: error: the link \\/nowhere leads to no page',
  ],
  [
    'a link to a draft',
    { ...page('[Peat](/courses/peat)'), ...changed('fee:', 'draft: true\nfee:') },
    'handbook/sick.mdx:5: error: .* not published',
  ],
  [
    'an image without words',
    page('![](https://pictures.example/weir.jpg)'),
    'handbook/sick.mdx:5: error: the image .* has no words',
  ],
  [
    'an HTML image without words',
    { 'handbook/a.md': handbookPage('<img src="https://pictures.example/weir.jpg">') },
    'handbook/a.md:5: error: the image .* has no words',
  ],
  [
    'a figure without words',
    page('<Figure src="https://pictures.example/weir.jpg" />'),
    'handbook/sick.mdx:5: error: the image .* has no words',
    /alt=/,
  ],

  // References.
  [
    'a person that is not there',
    changed('ines-calder', 'ines-caldr'),
    'courses/peat.mdx:10: error: there is no person "ines-caldr"',
    /did you mean ines-calder\?/,
  ],
  [
    'a subject that is not there',
    changed('subject: soils', 'subject: soil'),
    'courses/peat.mdx:5: error: there is no subject "soil"',
    /did you mean soils\?/,
  ],
  [
    'a level that is not there',
    changed('level: 4', 'level: 8'),
    'courses/peat.mdx:6: error: there is no level "8"',
    /use one of 4, 5, 6, 7/,
  ],
  [
    'a term that is not there',
    changed('offerings: []', 'offerings:\n  - { term: winter, mode: online, seats: 9 }'),
    'courses/peat.mdx:10: error: there is no term "winter"',
    /spring, summer, autumn/,
  ],
  [
    'a course of a program that is not there',
    program(15, '\n  - title: First\n    courses:\n      - SOIL101\n      - SOIL999\n'),
    'programs/soils.mdx:12: error: there is no course "SOIL999"',
  ],
  [
    'an author that is not there',
    news('date: 2026-01-11\nauthor: nobody\n'),
    'news/rain.mdx:5: error: there is no person "nobody"',
  ],
  [
    'a course list of a course that is not there',
    page('<CourseList codes="SOIL101, SOIL102" />'),
    'handbook/sick.mdx:5: error: there is no course "SOIL102"',
  ],
  [
    'a contact that is not there',
    page('<Contact person="ines" />'),
    'handbook/sick.mdx:5: error: there is no person "ines"',
  ],
  [
    'a fee of a course that is not there',
    page('<Fee course="SOIL102" />'),
    'handbook/sick.mdx:5: error: there is no course "SOIL102"',
  ],
  [
    'a term in the text that is not there',
    page('<Term name="sprig" />'),
    'handbook/sick.mdx:5: error: there is no term "sprig"',
    /did you mean spring\?/,
  ],

  // What does not go together.
  [
    'a code that two courses have',
    course((fields) => fields.replace('PEAT101', 'SOIL101')),
    'courses/soil-science.mdx:2: error: the code SOIL101 belongs to .*courses\\/peat.mdx already',
  ],
  [
    'a file and a folder of one name',
    { 'handbook/a.mdx': handbookPage('One.'), 'handbook/a/index.mdx': handbookPage('Two.') },
    'handbook/a/index.mdx:1: error: the address \\/handbook\\/a belongs',
  ],
  [
    'a page at an address of the site',
    { 'pages/courses.mdx': '---\ntitle: Courses\nsummary: All of the courses that there are.\n---\n' },
    'pages/courses.mdx:1: error: the address \\/courses belongs to a page of the site itself',
  ],
  [
    'a heading that leaves out a level',
    page('## One\n\n#### Two'),
    'handbook/sick.mdx:7: error: the heading "Two" leaves out a level',
    /begin it with ###$/,
  ],
  [
    'a second title',
    page('# One'),
    'handbook/sick.mdx:5: error: the heading "One" is a second title',
    /begin it with ##/,
  ],
  [
    'an offering that ends before it starts',
    offering('    starts: 2027-03-01\n    ends: 2027-02-01\n'),
    'courses/peat.mdx:14: error: entry 1 of "offerings" ends on 2027-02-01',
  ],
  [
    'a meeting that ends before it starts',
    offering('    times:\n      - day: monday\n        from: "14:00"\n        to: "02:00"\n'),
    'courses/peat.mdx:16: error: a meeting from 14:00 to 02:00',
  ],
  [
    'credits that do not add up',
    program(30, '[{ title: First, courses: [SOIL101] }]'),
    'programs/soils.mdx:6: error: the courses of the stages come to 15 credits, not 30',
  ],
  [
    'a choice of more courses than there are',
    program(30, '[{ title: First, courses: [SOIL101], choose: 2 }]'),
    'programs/soils.mdx:8: error: a stage lets students choose 2 courses of 1',
  ],

  [
    'an image whose name is misspelt',
    { ...page('![A weir](./wier.svg)'), 'handbook/weir.svg': '<svg/>' },
    'handbook/sick.mdx:5: error: there is no image ./wier.svg',
    /did you mean .\/weir.svg\?$/,
  ],

  // Former addresses.
  [
    'a former address without a slash',
    moved('[illness]'),
    'handbook/sick.mdx:3: fatal: entry 1 of "aliases" "illness" is not an address',
    /such as aliases: \[\/courses\/soils\]/,
  ],
  [
    'a former address with a query',
    moved('["/illness?a"]'),
    'handbook/sick.mdx:3: fatal: entry 1 of "aliases" .* is not an address',
  ],
  [
    'a former address that is no list',
    moved('/illness'),
    'handbook/sick.mdx:3: fatal: "aliases" should be a list',
    /square brackets/,
  ],
  [
    'a former address that is the page\u2019s own',
    moved('\n  - /ill\n  - /handbook/sick'),
    'handbook/sick.mdx:5: error: the alias /handbook/sick is the address of this page itself',
  ],
  [
    'a former address where another page is',
    moved('[/courses/soil-science]'),
    'handbook/sick.mdx:3: error: the alias /courses/soil-science is the address of .*soil-science.mdx',
    /take it out/,
  ],
  [
    'a former address where a page of the site is',
    moved('[/courses]'),
    'handbook/sick.mdx:3: error: the alias /courses is the address of a page of the site',
  ],
  [
    'a former address that is there twice',
    moved('[/ill, /ill]'),
    'handbook/sick.mdx:3: error: the alias /ill is there twice',
  ],
  [
    'a former address of two pages',
    moved('[/ill]', { 'handbook/a.mdx': '---\ntitle: A\naliases: [/ill]\n---\n' }),
    'handbook/sick.mdx:3: error: the alias /ill belongs to .*handbook/a.mdx already',
  ],
  [
    'a link to a former address',
    moved('[/ill]', { 'handbook/a.mdx': handbookPage('[x](/ill)') }),
    'handbook/a.mdx:5: warning: the link /ill is a former address of /handbook/sick',
    /write \/handbook\/sick/,
  ],

  // Warnings.
  [
    'a term that is over',
    changed('offerings: []', 'offerings:\n  - { term: 2026-spring, mode: online, seats: 9 }'),
    'courses/peat.mdx:10: warning: the term 2026-spring was over',
    /write spring/,
  ],
  [
    'a term too far away',
    changed('offerings: []', 'offerings:\n  - { term: 2040-spring, mode: online, seats: 9 }'),
    'courses/peat.mdx:10: warning: the term 2040-spring is none',
  ],
  [
    'a review that is due',
    { 'handbook/sick.mdx': '---\ntitle: Sick leave\nreviewBy: 2026-11-20\nowner: office@x.example\n---\n' },
    'handbook/sick.mdx:3: warning: a review was due by 2026-11-20 \\(office@x.example\\)',
    /see whether all of it still holds/,
  ],
  [
    'an owner that is not there',
    { 'handbook/sick.mdx': '---\ntitle: Sick leave\nreviewBy: 2026-11-21\nowner: ines-caldr\n---\n' },
    'handbook/sick.mdx:4: error: there is no person "ines-caldr"',
    /did you mean ines-calder/,
  ],
  [
    'an owner that is no name of a file',
    { 'handbook/sick.mdx': '---\ntitle: Sick leave\nowner: Ines Calder\n---\n' },
    'handbook/sick.mdx:3: fatal: "owner" "Ines Calder" is neither',
    /such as owner: ines-calder/,
  ],
  [
    'a change in the future',
    changed('level: 4', 'updated: 2026-11-22\nlevel: 4'),
    'courses/peat.mdx:6: warning: "updated" says 2026-11-22',
  ],
];

test.for(cases)('finds %s', async ([, files, start, ...parts]) => {
  const problems = await check(files);

  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${start.replaceAll(/(?<!\\)([{}])/g, '\\$1')}`));
  for (const part of parts) expect(problems[0]).toMatch(part);
});
