import { searchedCollections } from '#lib/content/collections.ts';
import { documents, helpPages } from '#lib/content/discovery-documents.ts';
import type { SkillFacts } from './skill.ts';
import { listSkills, skillPath, skillType } from './skills.ts';

export type CatalogFacts = SkillFacts & {
  /** Whether this instance answers questions with a language model. */
  hasChat: boolean;
};

/**
 * The body of `/.well-known/ai-catalog.json` (AI Catalog 1.0) and `/.well-known/ard.json` (Agentic Resource
 * Discovery 0.91, which requires a displayName and two to five representativeQueries per entry). Its entries have
 * only types that ARD defines; the HTTP API is in the API catalog.
 */
export function createAiCatalog(facts: CatalogFacts) {
  const { siteUrl, name } = facts;
  const { hostname } = new URL(siteUrl);
  const identifier = (kind: string, own: string) => `urn:air:${hostname}:${kind}:${own}`;
  return {
    specVersion: '1.0',
    host: {
      displayName: name,
      documentationUrl: siteUrl + helpPages.developers,
      logoUrl: `${siteUrl}/icon.svg`,
    },
    entries: [
      {
        identifier: identifier('mcp', 'site'),
        displayName: `${name}: the site’s own MCP server`,
        description: describeTools(facts),
        type: documents.mcpServerCard.type,
        url: siteUrl + documents.mcpServerCard.path,
        tags: ['mcp', 'search', ...(facts.hasChat ? ['questions'] : [])],
        representativeQueries: [
          `Find an evening course at the ${name}`,
          `What does the handbook of the ${name} say about extensions?`,
          ...(facts.hasChat ? [`Answer a question about studying at the ${name}, with sources`] : []),
        ],
      },
      ...listSkills(facts).map((skill) => ({
        identifier: identifier('skill', skill.name),
        displayName: skill.title,
        description: skill.description,
        type: skillType,
        url: siteUrl + skillPath(skill),
        tags: ['skill'],
        representativeQueries: skill.representativeQueries,
      })),
    ],
  };
}

function describeTools({ hasChat }: CatalogFacts): string {
  return `Tools that search the ${searchedCollections}, and read any page as Markdown${
    hasChat ? ', and one that answers questions with sources' : ''
  }.`;
}
