import { readSkillFacts } from '#app/content-view/discovery-facts.ts';
import { createSkillIndex } from '#lib/discovery/skills.ts';
import { siteUrl } from '#app/content-view/content.ts';

export const prerender = true;

export async function GET(): Promise<Response> {
  return Response.json(createSkillIndex(await readSkillFacts(siteUrl())));
}
