import { contentCollections, type CollectionName } from '#lib/content/collections.ts';
import { templates, type Draft } from '#lib/content/templates.ts';
import type { Finding } from './problem.ts';

const draft: Draft = {
  title: 'Title',
  today: '2027-01-11',
  date: '2027-01-11',
  starts: '2027-02-06 10:00',
  code: 'SOIL101',
  course: { code: 'SOIL101', credits: 15, level: 4 },
  subject: 'soils',
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

const placeholders = new Map(
  Object.entries(templates).map(([kind, write]) => [kind, write(draft).match(/\b[Ss]ay [^"\n]*/g) ?? []]),
);

/** Sentences of the templates of new entries that are still in a file. */
export function findPlaceholderProblems(collection: CollectionName, source: string): Finding[] {
  const sentences = placeholders.get(contentCollections[collection].kind) ?? [];
  return sentences.flatMap((sentence): Finding[] => {
    const start = source.indexOf(sentence);
    if (start === -1) return [];
    return [
      {
        line: source.slice(0, start).split('\n').length,
        message: `"${sentence}" is a note of the template`,
        fix: 'replace it with your own text, or delete it',
        severity: 'error',
      },
    ];
  });
}
