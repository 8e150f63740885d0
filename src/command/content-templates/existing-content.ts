import { readFileSync } from 'node:fs';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import type { InstituteFacts } from '#lib/content/checking/content-index.ts';
import { listContentFiles } from '#lib/content/checking/entry.ts';
import type { CollectionName } from '#lib/content/collections.ts';
import { proposeFrom, type KnownCourse } from '#lib/content/propose-values.ts';
import type { NewFileValues } from '#lib/content/new-file-values.ts';

/** Proposes values for a new file, based on the existing content. */
export async function proposeValues(
  title: string,
  { contentDir, institute, today }: { contentDir: string; institute: InstituteFacts; today: string },
): Promise<NewFileValues> {
  const [courses, people] = await Promise.all([readCourses(contentDir), readPeople(contentDir)]);
  return proposeFrom(title, { institute, today, courses, person: Object.keys(people)[0] });
}

async function readCourses(contentDir: string): Promise<KnownCourse[]> {
  const files = await readFiles(contentDir, 'courses');
  return files.flatMap(({ data }) => {
    const { code, credits, level, subject } = data;
    if (typeof code !== 'string' || typeof credits !== 'number' || typeof level !== 'number') return [];
    return [{ code, credits, level, subject: String(subject), isDraft: data['draft'] === true }];
  });
}

/** Reads the names of people, by file name. */
export async function readPeople(contentDir: string): Promise<Record<string, string>> {
  const files = await readFiles(contentDir, 'people');
  return Object.fromEntries(
    files.map(({ id, data }) => [id, typeof data['name'] === 'string' ? data['name'] : id]),
  );
}

async function readFiles(contentDir: string, collection: CollectionName) {
  const files = await listContentFiles(contentDir, collection);
  return files.map(({ name, path }) => ({
    id: name.replace(/\.mdx?$/, ''),
    data: readFrontMatter(readFileSync(path, 'utf8')).frontMatter?.data ?? {},
  }));
}
