import { readSkillFacts } from '#lib/discovery-facts.ts';
import { createSkillIndex } from '#lib/discovery/skills.ts';
import { readBuildConfig } from '#lib/env.ts';

export const prerender = true;

export async function GET(): Promise<Response> {
  return Response.json(createSkillIndex(await readSkillFacts(readBuildConfig().siteUrl)));
}
