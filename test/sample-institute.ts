import { resolve } from 'node:path';
import { readBuildConfig } from '#app/env.ts';
import { institute } from '#lib/content/current-institute.ts';
import type { Institute } from '#lib/content/institute-schema.ts';

/** A fixed institute, for tests that must not depend on `institute.yaml`. */
export const sampleInstitute: Institute = {
  ...institute(),
  timeZone: 'Europe/London',
  subjects: { hydrology: 'Hydrology', soils: 'Soils', restoration: 'Restoration', law: 'Land law' },
  levels: { 4: 'Certificate', 5: 'Diploma', 6: 'Graduate', 7: 'Master’s' },
  modes: { 'on-site': 'On site', online: 'Online', blended: 'Blended' },
  terms: {
    yearly: [
      {
        season: 'spring',
        title: 'Spring',
        starts: 'first Monday from 8 January',
        weeks: 12,
        registrationOpens: '16 September of the year before',
        registrationCloses: '5 January',
      },
      {
        season: 'summer',
        title: 'Summer',
        starts: 'first Tuesday from 2 May',
        weeks: 12,
        registrationOpens: '6 January',
        registrationCloses: '20 April',
      },
      {
        season: 'autumn',
        title: 'Autumn',
        starts: 'first Monday from 22 September',
        weeks: 12,
        registrationOpens: '21 April',
        registrationCloses: '15 September',
      },
    ],
    dated: [],
  },
};

/** Whether the site is the sample institute with its content: some tests name its courses and people. */
export function isSample(): boolean {
  const isSampleContent = resolve(readBuildConfig().contentDir) === resolve('src/content');
  return isSampleContent && institute().email === 'hello@larkmoor.example';
}
