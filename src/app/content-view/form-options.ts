import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { listCourses, listEvents, listPrograms } from './content.ts';
import { readCatalogue } from './offered-courses.ts';
import { isTaughtIn } from '#lib/content/course.ts';
import { formatDay, formatMoney } from '#lib/content/formats.ts';
import { contentCollections } from '#lib/content/collections.ts';
import type { FormOption, FormOptions, SubmissionName } from '#lib/forms/form-definition.ts';
import { formOptionText as text } from '#lib/i18n/en/submissions.ts';

/** Terms to choose a start from. */
const maxTerms = 4;

/** Today's options of a form's choices and lists. */
export async function readFormOptions(form: SubmissionName): Promise<FormOptions> {
  return form === 'enquiry' ? { about: await listTopics() } : readApplicationOptions();
}

/** The topics of a question, by the path of their page. */
async function listTopics(): Promise<FormOption[]> {
  const { courses, events, programs } = contentCollections;
  const [allPrograms, allCourses, { upcoming }] = await Promise.all([
    listPrograms(),
    listCourses(),
    listEvents(),
  ]);
  return [
    ...allPrograms.map(({ id, path, data }) => ({
      value: path,
      label: data.title,
      group: programs.labels.plural,
      aliases: [id],
    })),
    ...upcoming.map(({ id, path, data }) => ({
      value: path,
      label: text.event({ title: data.title, day: formatDay(data.starts.slice(0, 10)) }),
      group: events.labels.plural,
      aliases: [id],
    })),
    ...allCourses.map(({ id, path, data }) => ({
      value: path,
      label: text.course(data),
      group: courses.labels.plural,
      aliases: [id, data.code],
    })),
  ];
}

async function readApplicationOptions(): Promise<FormOptions> {
  const [programs, courses, { today }] = await Promise.all([listPrograms(), listCourses(), readCatalogue()]);
  const bySubject = Object.keys(institute().subjects).flatMap((subject) =>
    courses.filter(({ data }) => data.subject === subject),
  );
  return {
    program: programs.map(({ id, data }) => ({ value: id, label: data.title })),
    courses: bySubject.map(({ data }) => ({
      value: data.code,
      label: `${data.code} ${data.title}`,
      detail: text.courseFacts({
        level: institute().levels[data.level] ?? String(data.level),
        credits: data.credits,
        fee: formatMoney(data.fee),
      }),
      group: institute().subjects[data.subject] ?? data.subject,
    })),
    start: listTerms(institute().terms, today)
      .filter((term) => term.starts > today && courses.some(({ data }) => isTaughtIn(data, term)))
      .slice(0, maxTerms)
      .map(({ id, title, starts }) => ({ value: id, label: text.term({ title, day: formatDay(starts) }) })),
    heard: institute().heardOfUs.map((answer) => ({ value: answer, label: answer })),
  };
}
