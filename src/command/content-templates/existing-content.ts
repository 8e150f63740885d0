import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import type { InstituteFacts } from '#lib/content/checking/content-index.ts';
import { proposeFrom, type KnownCourse } from '#lib/content/propose-values.ts';
import type { NewFileValues } from '#lib/content/templates.ts';

/** Proposes values for a new file, based on the existing content. */
export function proposeValues(
  title: string,
  { contentDir, institute, today }: { contentDir: string; institute: InstituteFacts; today: string },
): NewFileValues {
  return proposeFrom(title, {
    institute,
    today,
    courses: readCourses(join(contentDir, 'courses')),
    person: listNames(join(contentDir, 'people'))[0]?.replace(/\.mdx?$/, ''),
  });
}

function readCourses(folder: string): KnownCourse[] {
  return listNames(folder).flatMap((name) => {
    const data = readFrontMatter(readFileSync(join(folder, name), 'utf8')).frontMatter?.data ?? {};
    const { code, credits, level, subject } = data;
    if (typeof code !== 'string' || typeof credits !== 'number' || typeof level !== 'number') return [];
    return [{ code, credits, level, subject: String(subject), isDraft: data['draft'] === true }];
  });
}

/** Reads the names of people, by file name. */
export function readPeople(contentDir: string): Record<string, string> {
  const folder = join(contentDir, 'people');
  return Object.fromEntries(
    listNames(folder).map((file) => {
      const data = readFrontMatter(readFileSync(join(folder, file), 'utf8')).frontMatter?.data;
      const id = file.replace(/\.mdx?$/, '');
      return [id, typeof data?.['name'] === 'string' ? data['name'] : id];
    }),
  );
}

/** Lists the content files below a folder, sorted by path. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.mdx?$/.test(name) && !basename(name).startsWith('_'))
      .toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
