import { contentCollections, type CollectionKind } from './collections.ts';
import type { NewFileValues } from './new-file-values.ts';
import { writeFromSchema } from './schema-template.ts';

/** The values that a template fills in. Fields whose value is missing stay empty, and the content check names them. */
type TemplateValues = Pick<NewFileValues, 'title' | 'today' | 'code' | 'date'> & {
  [Name in keyof NewFileValues]?: NewFileValues[Name] | undefined;
};

const ownTemplates: Partial<Record<CollectionKind, (values: TemplateValues) => string>> = {
  course: writeCourse,
  program: writeProgram,
  handbook: writeHandbookPage,
  page: writePage,
  news: writeNewsItem,
  event: writeEvent,
  person: writePerson,
};

/**
 * Functions that write a new file, by kind. Placeholders are sentences that start with "Say" and end with the line or
 * the quote. The content check reports remaining ones. A collection without a template gets one from its schema.
 */
export const templates = {
  ...ownTemplates,
  ...Object.fromEntries(
    Object.values(contentCollections)
      .filter(({ kind }) => !ownTemplates[kind])
      .map(({ kind, schema }) => [kind, (values: TemplateValues) => writeFromSchema(schema, values)]),
  ),
} as Readonly<Record<CollectionKind, (values: TemplateValues) => string>>;

/** A YAML string. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A field with its value, or an empty field. */
function write(name: string, value: string | number | undefined): string {
  return value === undefined ? `${name}:` : `${name}: ${value}`;
}

const aboutPicture =
  '# picture: { file: ./photo.jpg, alt: "what it shows", focus: "50% 40%" } # optional; focus stays in view when cropped';
const aboutSummary = '# one sentence of 20 to 160 characters';

function writeCourse(values: TemplateValues): string {
  const { title, summary, code, subject, level, person, season, credits, fee } = values;
  return `---
code: ${code} # as students quote it; every course has its own
title: ${quoted(title)} # at most 70 characters
summary: ${quoted(summary ?? 'Say in one sentence what students learn in this course.')} ${aboutSummary}
${aboutPicture}
${write('subject', subject)} # a subject of institute.yaml
${write('level', level)} # 4 certificate, 5 diploma, 6 graduate, 7 master's
${write('credits', credits)} # one credit is ten hours of study
${write('fee', fee)} # a whole number, in the currency of institute.yaml
draft: true # readers do not see it; delete this line to publish
${writeOfferings(season)}prerequisites: [] # codes of the courses to take before, such as [BOOK101]
people: [${person ?? ''}] # names of files in people/; the first one leads
outcomes: # what a student can do afterwards, 2 to 8 entries: You will be able to ...
  - "say what students can do, with a verb"
  - "say what else they can do"
---

Say in two or three sentences what the course is about and who it is for.

## What you will study

- Say what the first topic is, in a few words.
- Say what the second topic is.
- Say what the third topic is.

## How you will be assessed

Say what students hand in, and how much each part counts.

<Callout type="tip" title="Before you start">

Say how to prepare, or delete this box.

</Callout>
`;
}

/** @param season undefined if it is not known when the course runs */
function writeOfferings(season: string | undefined): string {
  if (season === undefined) return 'offerings: [] # when it runs\n';
  return `offerings: # when it runs; write [] if it does not run at present
  - term: ${season} # every year; or one term, such as 2027-spring
    mode: online # on-site, online or blended
    # place: room 4 # required unless the mode is online
    times: # when the group meets each week
      - day: tuesday
        from: "18:00"
        to: "20:00"
    seats: 24 # later requests go to a waiting list
`;
}

function writeProgram({ title, summary, award, level, course, person }: TemplateValues): string {
  return `---
title: ${quoted(title)} # at most 70 characters
summary: ${quoted(summary ?? 'Say in one sentence what this program is for.')} ${aboutSummary}
${aboutPicture}
${write('award', award)} # certificate, diploma or masters
${write('level', level)} # level of the award: 4 certificate, 5 diploma, 6 graduate, 7 master's
${write('credits', course?.credits)} # of the whole program; the stages add up to it
length: "Say how long it takes" # in words, such as One year part time
draft: true # readers do not see it; delete this line to publish
stages: # in the order in which students take them
  - title: First stage
    courses: [${course?.code ?? ''}] # course codes
    # choose: 2 # how many of them students take; leave it out for all
    # terms: [autumn] # seasons in which it takes place; the page shows their dates
    # year: 2 # the year of study, if not the first
entryRequirements: # what applicants need, one requirement per entry
  - "Say what applicants need to know, or to have done"
${write('lead', person)} # the name of a file in people/
---

Say in two or three sentences what the program leads to and who it is for.

## How the program works

Say how the stages build on each other.

## After the program

Say what graduates do.
`;
}

function writeHandbookPage({ title, today }: TemplateValues): string {
  return `---
title: ${quoted(title)} # the heading of the page
# summary: One sentence for lists and search results; if left out, it is the first sentence of the page
# order: 1 # position in its folder, smallest first
updated: ${today} # the day of the last change that readers should know about
draft: true # readers do not see it; delete this line to publish
---

Say in one or two sentences who this page is for and what it explains.

## What to do

<Steps>

1. Say what to do first.
2. Say what comes next.

</Steps>

## Who can help

Say who to ask.
`;
}

function writePage({ title, summary, today }: TemplateValues): string {
  return `---
title: ${quoted(title)} # at most 70 characters
summary: ${quoted(summary ?? 'Say in one sentence what readers find on this page.')} ${aboutSummary}
updated: ${today} # the day of the last change that readers should know about
draft: true # readers do not see it; delete this line to publish
---

Say in one or two sentences what this page is about.

## Say what this part is about

Say first what matters most. Write short paragraphs.
`;
}

function writeNewsItem({ title, summary, date, person }: TemplateValues): string {
  return `---
title: ${quoted(title)} # at most 70 characters
summary: ${quoted(summary ?? 'Say in one sentence what is new.')} ${aboutSummary}
${aboutPicture}
date: ${date} # day of publication: readers see it from then on
${person ? `author: ${person} # the name of a file in people/; optional\n` : ''}draft: true # readers do not see it; delete this line to publish
---

Say what happened, where and when, in the first sentence.

Say why it matters to readers, and what they can do next.
`;
}

function writeEvent({ title, summary, starts, place, person }: TemplateValues): string {
  return `---
title: ${quoted(title)} # at most 70 characters
summary: ${quoted(summary ?? 'Say in one sentence what happens at this event.')} ${aboutSummary}
${aboutPicture}
${write('starts', starts)} # day and local time
${write('ends', starts && twoHoursAfter(starts))}
place: ${quoted(place ?? 'Say where it is')} # optional if there is a link in online
# online: https://video.example.org/join # where people join online
# seats: 24 # if there is a limit
# fee: 0 # a whole number, in the currency of institute.yaml; 0 if it is free
# registration: name@example.org # or an address such as /contact; leave it out if people can just come
people: [${person ?? ''}] # who speaks or leads: names of files in people/
courses: [] # codes of related courses, such as [BOOK101]
draft: true # readers do not see it; delete this line to publish
---

Say in two or three sentences what happens and who it is for.

## What to bring

Say what people need to know before they come.
`;
}

function twoHoursAfter(time: string): string {
  const moment = new Date(`${time.replace(' ', 'T')}Z`);
  moment.setUTCHours(moment.getUTCHours() + 2);
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}

function writePerson({ title, summary, role, subject }: TemplateValues): string {
  return `---
name: ${quoted(title)} # as the person writes it, without titles
role: ${quoted(role ?? 'Say what the person does')} # what the person does
summary: ${quoted(summary ?? 'Say in one sentence what the person does.')} ${aboutSummary}
${aboutPicture}
subjects: [${subject ?? ''}] # subjects of institute.yaml, or []
# email: name@example.org # shown with the person
draft: true # readers do not see it; delete this line to publish
---

Say in two or three sentences what the person has done and likes to teach.
`;
}
