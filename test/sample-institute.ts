import type { InstituteFacts } from '#lib/content/checking/content-index.ts';
import { institute, type Institute } from '#lib/content/current-institute.ts';
import { addDays, mondayFrom, type Term } from '#lib/content/terms.ts';

/** An institute for tests, independent of `site.ts`. */
export const sampleInstitute: Institute = {
  ...institute(),
  subjects: { hydrology: 'Hydrology', soils: 'Soils', restoration: 'Restoration', law: 'Land law' },
  levels: { 4: 'Certificate', 5: 'Diploma', 6: 'Graduate', 7: 'Master’s' },
  modes: { 'on-site': 'On site', online: 'Online', blended: 'Blended' },
  terms(today) {
    const year = Number(today.slice(0, 4));
    return [year - 1, year, year + 1, year + 2].flatMap((each) => [
      term(`${each}-spring`, mondayFrom(`${each}-01-08`), [`${each - 1}-09-16`, `${each}-01-05`]),
      term(`${each}-summer`, mondayFrom(`${each}-05-01`), [`${each}-01-06`, `${each}-04-20`]),
      term(`${each}-autumn`, mondayFrom(`${each}-09-22`), [`${each}-04-21`, `${each}-09-15`]),
    ]);
  },
} satisfies InstituteFacts;

function term(id: string, starts: string, [registrationOpens, registrationCloses]: [string, string]): Term {
  const [year = '', season = ''] = id.split('-');
  return {
    id,
    season,
    title: `${season.charAt(0).toUpperCase()}${season.slice(1)} ${year}`,
    starts,
    ends: addDays(starts, 81),
    registrationOpens,
    registrationCloses,
  };
}
