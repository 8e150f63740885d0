/** Terms that a new institute can start with. Their dates can be changed in `institute.yaml`. */
export const seasons = {
  spring: {
    season: 'spring',
    title: 'Spring',
    starts: 'first Monday from 8 January',
    weeks: 12,
    registrationOpens: '1 October of the year before',
    registrationCloses: '5 January',
  },
  summer: {
    season: 'summer',
    title: 'Summer',
    starts: 'first Monday from 20 April',
    weeks: 12,
    registrationOpens: '15 January',
    registrationCloses: '15 April',
  },
  autumn: {
    season: 'autumn',
    title: 'Autumn',
    starts: 'first Monday from 20 September',
    weeks: 12,
    registrationOpens: '1 May',
    registrationCloses: '15 September',
  },
} as const;

export type SeasonName = keyof typeof seasons;
