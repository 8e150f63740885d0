import type { Course, Offering } from '#lib/content/course.ts';
import type { Term } from '#lib/content/terms.ts';

export const today = '2026-11-22';
export const subjects = { soils: 'Soils', law: 'Land law' };

const term = (year: number, season: string, [starts, ends, closes]: [string, string, string]): Term => ({
  id: `${year}-${season}`,
  season,
  title: `${season[0]?.toUpperCase() ?? ''}${season.slice(1)} ${year}`,
  starts,
  ends,
  registrationOpens: '2026-09-16',
  registrationCloses: closes,
});

export const terms = [
  term(2026, 'autumn', ['2026-09-28', '2026-12-18', '2026-10-01']),
  term(2027, 'spring', ['2027-01-11', '2027-04-02', '2027-01-05']),
  term(2027, 'summer', ['2027-05-03', '2027-07-23', '2027-04-20']),
];

export const evening = { day: 'tuesday', from: '18:30', to: '20:00' } as const;
export const daytime = { day: 'friday', from: '10:00', to: '13:00' } as const;
export const saturday = { day: 'saturday', from: '10:00', to: '13:00' } as const;

export function offering(more: Partial<Offering> = {}): Offering {
  return { term: 'spring', mode: 'online', times: [evening], seats: 20, ...more };
}

/** An entry of the collection of courses. */
export function course(code: string, more: Partial<Course> = {}): { path: string; data: Course } {
  const title = more.title ?? code;
  return {
    path: `/courses/${code.toLowerCase()}`,
    data: {
      aliases: [],
      draft: false,
      code,
      title,
      summary: `All about ${title}.`,
      subject: 'soils',
      level: 4,
      credits: 20,
      fee: 720,
      offerings: [offering()],
      prerequisites: [],
      people: ['ines-calder'],
      outcomes: ['name the parts', 'join them again'],
      ...more,
    },
  };
}
