import { createHash } from 'node:crypto';
import { courseSkill } from './course-skill.ts';
import { handbookSkill } from './handbook-skill.ts';
import type { Skill, SkillFacts } from './skill.ts';

/** What an agent can be taught to do here. None speaks of what an instance may not have. */
export function listSkills(facts: SkillFacts): Skill[] {
  return [courseSkill(facts), handbookSkill(facts)];
}

/** The skill's SKILL.md, byte by byte as it is served. */
export function writeSkill({ name, description, instructions }: Skill): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${instructions.trim()}\n`;
}

/** The media type of a SKILL.md, as Agentic Resource Discovery knows it. */
export const skillType = 'text/markdown; profile="urn:air:agent-skills"';

export function skillPath({ name }: Skill): string {
  return `/.well-known/agent-skills/${name}/SKILL.md`;
}

/** A skill as indexes and catalogs name it: with the SHA-256 of the bytes at its address. */
export function describeSkill(skill: Skill, siteUrl: string) {
  const digest = createHash('sha256').update(writeSkill(skill)).digest('hex');
  const { name, description } = skill;
  return {
    name,
    type: 'skill-md',
    description,
    url: siteUrl + skillPath(skill),
    digest: `sha256:${digest}`,
  } as const;
}

/** `/.well-known/agent-skills/index.json` (Agent Skills Discovery 0.2.0). */
export function createSkillIndex(facts: SkillFacts) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: listSkills(facts).map((skill) => describeSkill(skill, facts.siteUrl)),
  };
}
