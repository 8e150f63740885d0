import type { Offering } from '#lib/content/course.ts';
import type { CatalogueCourse, CatalogueData } from '#lib/forms/catalogue.ts';

export const openDay = '2026-11-21';

/** A small catalogue: on `openDay`, spring 2027 is open and summer is not. */
export const catalogueData: CatalogueData = {
  terms: [
    {
      id: '2027-spring',
      season: 'spring',
      title: 'Spring 2027',
      starts: '2027-01-11',
      ends: '2027-04-02',
      registrationOpens: '2026-09-16',
      registrationCloses: '2027-01-05',
    },
    {
      id: '2027-summer',
      season: 'summer',
      title: 'Summer 2027',
      starts: '2027-05-03',
      ends: '2027-07-23',
      registrationOpens: '2027-01-06',
      registrationCloses: '2027-04-20',
    },
  ],
  courses: [
    course('SOIL201', [offering({ times: [{ day: 'monday', from: '09:00', to: '11:00' }] })]),
    course('HYDR301', [offering({ times: [{ day: 'monday', from: '10:30', to: '12:00' }] })], {
      prerequisites: ['HYDR201'],
    }),
    course('LAND401', [
      offering({ times: [{ day: 'monday', from: '09:30', to: '10:30' }] }),
      offering({ times: [{ day: 'friday', from: '09:30', to: '10:30' }] }),
    ]),
    course('MAPS101', [offering({ seats: 2 })]),
    course('PEAT501', [offering({ term: 'summer' })]),
  ],
};

/** Courses for load tests, `BULK100` to `BULK139`, without clashes or seat limits. */
export const bulkCourses = Array.from({ length: 40 }, (_, index) =>
  course(`BULK${100 + index}`, [offering({ seats: 10_000 })]),
);

function course(code: string, offerings: Offering[], more: Partial<CatalogueCourse> = {}): CatalogueCourse {
  return {
    code,
    title: `Course ${code}`,
    subject: 'soils',
    credits: 15,
    level: 4,
    fee: 400,
    prerequisites: [],
    offerings,
    ...more,
  };
}

function offering(more: Partial<Offering>): Offering {
  return { term: 'spring', mode: 'online', times: [], seats: 20, ...more };
}
