import { studentNumberFormat } from '#lib/content/institute-texts.ts';
import { institute } from '#lib/content/current-institute.ts';
import { listCourses } from './content.ts';
import type { CatalogFacts } from '#lib/discovery/ai-catalog.ts';
import type { SkillFacts } from '#lib/discovery/skill.ts';
import { limitRules } from '#lib/http/limits.ts';
import type { SiteServices } from '#app/site-services.ts';

/** The facts in the skills. They depend only on the build, so that digests stay the same at run time. */
export async function readSkillFacts(siteUrl: string): Promise<SkillFacts> {
  const [course] = await listCourses();
  return {
    siteUrl,
    name: institute().name,
    exampleCourse: course && { code: course.data.code, path: course.path },
    studentNumberExample: studentNumberFormat(institute()).example,
    registrationLimit: limitRules.registration,
  };
}

/** The facts in the AI catalogs, which depend on the instance's settings. */
export async function readCatalogFacts({ siteUrl, chat }: SiteServices): Promise<CatalogFacts> {
  return { ...(await readSkillFacts(siteUrl)), hasChat: chat !== undefined };
}
