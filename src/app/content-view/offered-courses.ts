import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { listCourses } from './content.ts';
import { dayIn } from '#lib/content/terms.ts';
import { createCatalogue, type Catalogue, type CatalogueCourse } from '#lib/forms/catalogue.ts';

export type SiteCatalogue = Catalogue & { readonly courses: readonly CatalogueCourse[] };

/** Today's catalogue at the institute. Created for each request, because a process runs longer than a day. */
export async function readCatalogue(now = new Date()): Promise<SiteCatalogue> {
  const today = dayIn(institute().timeZone, now);
  const courses = (await listCourses()).map(({ data }) => data);
  return { ...createCatalogue({ terms: listTerms(institute().terms, today), courses }, today), courses };
}
