import { contentCollections, type CollectionName } from '#lib/content/collections.ts';
import { writeFirstFiles } from '#lib/content/first-institute/first-files.ts';
import type { NewFileValues } from '#lib/content/new-file-values.ts';
import { templates } from '#lib/content/templates.ts';
import { insertedNotes } from '#lib/i18n/en/editor.ts';
import type { FrontMatter } from './check-front-matter.ts';
import type { Finding } from './problem.ts';
import { pathsOfTexts } from './values-at.ts';

const draft: NewFileValues = {
  title: 'Title',
  today: '2027-01-11',
  date: '2027-01-11',
  starts: '2027-02-06 10:00',
  code: 'BOOK101',
  course: { code: 'BOOK101', credits: 15, level: 4 },
  subject: 'business',
  award: 'certificate',
  level: 4,
  season: 'spring',
  credits: 15,
  fee: 720,
  person: undefined,
  place: undefined,
  role: undefined,
  summary: undefined,
};

const note = /\b[Ss]ay [^"\n]*/g;

/** The files that `new-institute` writes, with any facts: their notes are always the same. */
const firstFiles = writeFirstFiles(
  {
    name: 'Name',
    place: 'Street, Town, Region, 1, GB',
    email: 'name@example.org',
    telephone: '+44 1632 960000',
    person: 'First Last',
    subjects: 'Subject',
  },
  '2027-01-11',
);
const firstNotes = new Set(Object.values(firstFiles).flatMap((text) => text.match(note) ?? []));

/** What the editor inserts now, and what it inserted before. */
const editorNotes = [
  ...Object.values(insertedNotes),
  '| Heading | Heading |',
  '| Cell | Cell |',
  'Text of the note.',
];

/** The placeholder sentences by kind of collection. */
const placeholders = new Map(
  Object.entries(templates).map(([kind, write]) => [
    kind,
    [...new Set([...(write(draft).match(note) ?? []), ...firstNotes, ...editorNotes])],
  ]),
);

/** A sentence of a template or of the editor that is still in a file. */
export type NoteFinding = Finding & { sentence: string };

/**
 * Reports sentences of templates and of the editor that are still in a file. Those of a new institute's first files are warnings, because it
 * goes online with them; a new page is finished first.
 */
export function findPlaceholderProblems(
  collection: CollectionName,
  source: string,
  frontMatter?: FrontMatter,
): NoteFinding[] {
  const sentences = placeholders.get(contentCollections[collection].kind) ?? [];
  return sentences.flatMap((sentence): NoteFinding[] => {
    const start = source.indexOf(sentence);
    if (start === -1) return [];
    const [field] = pathsOfTexts(frontMatter?.data, (text) => text.includes(sentence));
    return [
      {
        sentence,
        line: source.slice(0, start).split('\n').length,
        field,
        message: `"${sentence}" is a note of ${editorNotes.includes(sentence) ? 'the editor' : 'the template'}`,
        fix: 'replace it with your own text, or delete it',
        severity: firstNotes.has(sentence) ? 'warning' : 'error',
      },
    ];
  });
}

/**
 * Makes notes that readers see already into warnings: otherwise an edit of a page could not be published before all its
 * notes are gone.
 * @param published the published text of the file; undefined if it is not published
 */
export function withoutPublishedNotes(
  notes: readonly NoteFinding[],
  published: string | undefined,
): Finding[] {
  return notes.map(({ sentence, ...finding }) => ({
    ...finding,
    severity: published?.includes(sentence) ? 'warning' : finding.severity,
  }));
}
