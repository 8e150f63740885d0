import type { Term } from '#lib/content/terms.ts';
import { finderText as text } from '#lib/i18n/en/finder.ts';
import type { CourseFacts } from './match.ts';
import { dayNames, timeNames, type Choice, type Choices } from './finder-query.ts';

type Titles = Readonly<Record<string, string>>;
type Options = {
  terms: readonly Term[];
  /** The institute's titles, in its order. */
  titles: { subjects: Titles; levels: Titles; modes: Titles };
};

/** The values of each filter that at least one course has. */
export function listChoices(courses: readonly CourseFacts[], { terms, titles }: Options): Choices {
  const runs = courses.flatMap(({ runs, cancelled }) => [...runs, ...cancelled]);
  const inUse = (values: readonly string[], named: Titles, otherwise: (value: string) => string) => {
    const used = new Set(values);
    const order = [...Object.keys(named), ...[...used].toSorted((a, b) => Number(a) - Number(b))];
    return [...new Set(order)]
      .filter((value) => used.has(value))
      .map((value) => ({ value, title: named[value] ?? otherwise(value) }));
  };
  const byNumber = (numbers: readonly number[]) =>
    [...new Set(numbers)].toSorted((a, b) => a - b).map(String);
  const asIs = (value: string) => value;
  return {
    subject: inUse(
      courses.map(({ subject }) => subject),
      titles.subjects,
      asIs,
    ),
    level: inUse(
      courses.map(({ level }) => String(level)),
      titles.levels,
      (level) => text.level({ level }),
    ),
    term: termChoices(runs, terms),
    day: dayNames.map((value) => ({
      value,
      title: text.days[value].long,
      also: text.days[value].long.toLowerCase(),
    })),
    time: timeNames.map((value) => ({ value, title: text.times[value] })),
    mode: inUse(
      runs.map(({ mode }) => mode),
      titles.modes,
      asIs,
    ),
    credits: byNumber(courses.map(({ credits }) => credits)).map((value) => ({
      value,
      title: text.credits({ credits: value }),
    })),
  };
}

/** The next term of each season also matches by the name of the season. */
function termChoices(runs: readonly { term: string }[], terms: readonly Term[]): Choice[] {
  const used = new Set(runs.map(({ term }) => term));
  const inUse = terms.filter(({ id }) => used.has(id)).toSorted((a, b) => a.starts.localeCompare(b.starts));
  return inUse.map(({ id, title, season }) => {
    const isNext = inUse.find((other) => other.season === season)?.id === id;
    return { value: id, title, ...(isNext && { also: season }) };
  });
}
