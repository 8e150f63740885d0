import { site } from '#site';
import { listCourses } from './content.ts';
import type { CatalogFacts } from '#lib/discovery/ai-catalog.ts';
import type { SkillFacts } from '#lib/discovery/skill.ts';
import { limitRules } from '#lib/http/limits.ts';
import type { Services } from './services.ts';

/** What the skills say of this site: the same while it is built and when it is asked, or digests would differ. */
export async function readSkillFacts(siteUrl: string): Promise<SkillFacts> {
  const [course] = await listCourses();
  return {
    siteUrl,
    name: site.name,
    exampleCourse: course && { code: course.data.code, path: course.path },
    studentNumberExample: site.studentNumber.example,
    registrationLimit: limitRules.registration,
  };
}

/** What the catalogs say of this instance. */
export async function readCatalogFacts({ siteUrl, chat }: Services): Promise<CatalogFacts> {
  return { ...(await readSkillFacts(siteUrl)), hasChat: chat !== undefined };
}
