import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFrontMatter } from '#lib/content/checking/front-matter.ts';
import type { InstituteFacts } from '#lib/content/checking/content-index.ts';
import { addDays } from '#lib/content/terms.ts';
import type { Draft } from '#lib/content/templates.ts';

/** A file name: lower case, hyphens, no diacritics. Empty if the title has no letter or digit. */
export function slugOf(title: string): string {
  return title
    .replaceAll(/[ßæœøłđðþ]/gi, (letter) => plainLetters[letter.toLowerCase()] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
}

const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

type Course = { code: string; credits: number; level: number; subject: string; isDraft: boolean };

/** Default values for a new file, from the existing content. */
export function proposeDraft(
  title: string,
  { contentDir, institute, today }: { contentDir: string; institute: InstituteFacts; today: string },
): Draft {
  const courses = readCourses(join(contentDir, 'courses'));
  const codes = new Set(courses.map(({ code }) => code));
  const words = title.toLowerCase();
  const subject =
    Object.keys(institute.subjects).find((key) => words.includes(key.replace(/s$/, ''))) ??
    Object.keys(institute.subjects)[0] ??
    '';
  const level = Number(Object.keys(institute.levels)[0] ?? 4);
  const published = courses.filter(({ isDraft }) => !isDraft);
  const course = published.find((each) => each.subject === subject) ?? published[0] ?? courses[0];
  return {
    title,
    today,
    subject,
    level,
    credits: 15,
    fee: 720,
    award: 'certificate',
    date: today,
    starts: `${addDays(today, 28)} 10:00`,
    place: undefined,
    summary: undefined,
    role: undefined,
    code: proposeCode(title, { courses, codes, subject }),
    course: course ?? { code: 'SOIL101', credits: 15, level },
    person: listNames(join(contentDir, 'people'))[0]?.replace(/\.mdx?$/, ''),
    season:
      institute.terms(today).find(({ registrationCloses }) => registrationCloses >= today)?.season ??
      'spring',
  };
}

/** The letters of a course with this subject, or of the title, and the first unused number. */
function proposeCode(
  title: string,
  { courses, codes, subject }: { courses: readonly Course[]; codes: ReadonlySet<string>; subject: string },
): string {
  const isOfSubject = title.toLowerCase().includes(subject.replace(/s$/, ''));
  const shared = isOfSubject
    ? courses.find((each) => each.subject === subject)?.code.slice(0, -3)
    : undefined;
  const letters = slugOf(title)
    .replaceAll(/[^a-z]/g, '')
    .toUpperCase()
    .slice(0, 4)
    .padEnd(3, 'X');
  for (let number = 101; number <= 999; number += 1) {
    const code = `${shared ?? letters}${number}`;
    if (!codes.has(code)) return code;
  }
  throw new Error(`all course codes that start with ${shared ?? letters} are in use`);
}

function readCourses(folder: string): Course[] {
  return listNames(folder).flatMap((name) => {
    const data = readFrontMatter(readFileSync(join(folder, name), 'utf8')).frontMatter?.data ?? {};
    const { code, credits, level, subject } = data;
    if (typeof code !== 'string' || typeof credits !== 'number' || typeof level !== 'number') return [];
    return [{ code, credits, level, subject: String(subject), isDraft: data['draft'] === true }];
  });
}

/** Names of people, by file name. */
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

/** Content files below a folder, sorted by path. */
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
