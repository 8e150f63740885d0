import type { APIContext } from 'astro';
import { readSkillFacts } from '#app/content-view/discovery-facts.ts';
import type { Skill } from '#lib/discovery/skill.ts';
import { listSkills, skillType, writeSkill } from '#lib/discovery/skills.ts';
import { siteUrl } from '#app/content-view/content.ts';

export const prerender = true;

export async function getStaticPaths() {
  const skills = listSkills(await readSkillFacts(siteUrl()));
  return skills.map((skill) => ({ params: { name: skill.name }, props: { skill } }));
}

export function GET({ props }: APIContext<{ skill: Skill }>): Response {
  return new Response(writeSkill(props.skill), { headers: { 'Content-Type': skillType } });
}
