import { listTerms } from './term-rules.ts';
import type { InstituteFacts } from './checking/content-index.ts';
import { slugOf } from './slug-of.ts';
import type { NewFileValues } from './new-file-values.ts';
import { addDays } from './terms.ts';

export type KnownCourse = { code: string; credits: number; level: number; subject: string; isDraft: boolean };

type KnownContent = {
  institute: Pick<InstituteFacts, 'subjects' | 'levels' | 'terms'>;
  today: string;
  courses: readonly KnownCourse[];
  /** A file name in people/, without its extension. */
  person: string | undefined;
};

/** Default values for a new file, from the existing content. */
export function proposeFrom(
  title: string,
  { institute, today, courses, person }: KnownContent,
): NewFileValues {
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
    course: course ?? { code: 'BOOK101', credits: 15, level },
    person,
    season:
      listTerms(institute.terms, today).find(({ registrationCloses }) => registrationCloses >= today)
        ?.season ?? 'spring',
  };
}

/** A course code: the letters of a course with this subject, or else of the title, and the first unused number. */
function proposeCode(
  title: string,
  {
    courses,
    codes,
    subject,
  }: { courses: readonly KnownCourse[]; codes: ReadonlySet<string>; subject: string },
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
