import { createHash } from 'node:crypto';
import { courseSkill } from './course-skill.ts';
import { handbookSkill } from './handbook-skill.ts';
import type { Skill, SkillFacts } from './skill.ts';

/** The skills for agents. They mention no optional features, so they are the same on every instance. */
export function listSkills(facts: SkillFacts): Skill[] {
  return [courseSkill(facts), handbookSkill(facts)];
}

/** The content of the skill's SKILL.md. */
export function writeSkill({ name, description, instructions }: Skill): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${instructions.trim()}\n`;
}

/** The media type of a SKILL.md in Agentic Resource Discovery. */
export const skillType = 'text/markdown; profile="urn:air:agent-skills"';

export function skillPath({ name }: Skill): string {
  return `/.well-known/agent-skills/${name}/SKILL.md`;
}

/** An entry of the skill index, with the SHA-256 digest of SKILL.md. */
function describeSkill(skill: Skill, siteUrl: string) {
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
