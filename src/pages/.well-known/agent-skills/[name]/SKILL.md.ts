import type { APIContext } from 'astro';
import { readSkillFacts } from '#app/content-view/discovery-facts.ts';
import type { Skill } from '#lib/discovery/skill.ts';
import { listSkills, skillType, writeSkill } from '#lib/discovery/skills.ts';
import { readSiteConfig } from '#app/env.ts';

export const prerender = true;

export async function getStaticPaths() {
  const skills = listSkills(await readSkillFacts(readSiteConfig().siteUrl));
  return skills.map((skill) => ({ params: { name: skill.name }, props: { skill } }));
}

export function GET({ props }: APIContext<{ skill: Skill }>): Response {
  return new Response(writeSkill(props.skill), { headers: { 'Content-Type': skillType } });
}
