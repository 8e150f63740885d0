import { site } from '#site';
import { listCourses } from './content.ts';
import { dayIn } from '#lib/content/terms.ts';
import { createCatalogue, type Catalogue, type CatalogueCourse } from '#lib/forms/catalogue.ts';

export type SiteCatalogue = Catalogue & { readonly courses: readonly CatalogueCourse[] };

let latest: SiteCatalogue | undefined;

/**
 * The catalogue as it stands today at the institute, for pages and routes that are made on demand. A process
 * lives longer than a day, so it is made anew when the day changes.
 */
export async function readCatalogue(now = new Date()): Promise<SiteCatalogue> {
  const today = dayIn(site.timeZone, now);
  if (latest?.today === today && !import.meta.env.DEV) return latest;
  const courses = (await listCourses()).map(({ data }) => data);
  latest = { ...createCatalogue({ terms: site.terms(today), courses }, today), courses };
  return latest;
}
