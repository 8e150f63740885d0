import type { Skill, SkillFacts } from './skill.ts';

/**
 * Returns the skill with which an agent answers questions from the handbook. One long function, because it is one text.
 */
export function handbookSkill({ siteUrl, name }: SkillFacts): Skill {
  return {
    name: 'read-the-handbook',
    title: 'Read the handbook',
    description: `Answer questions about rules, deadlines, money, support and daily life at the ${name} from its handbook, with links to the sections that say so. Use when someone asks how things are done there.`,
    representativeQueries: [
      `How do I ask for an extension at the ${name}?`,
      `What happens if I withdraw from a course at the ${name}?`,
    ],
    instructions: `# Read the handbook

The handbook has the rules that apply. Answer from its text and link to the section, so that people can check.

## 1. Search it

\`\`\`sh
curl '${siteUrl}/api/search?q=extension&type=handbook'
\`\`\`

Use the few words that matter, not the whole question. \`results[].sections[]\` has the sections that match, each with a \`url\` that ends in the section’s anchor. When \`correction\` is not null, your words found nothing and these were used instead.

If an MCP client is at hand, \`${siteUrl}/mcp\` has the same as the tools \`search\` and \`read_page\`.

## 2. Read the pages

Fetch the \`markdownUrl\` of each page that may hold the answer, and read all of it: exceptions are often further down.

\`\`\`sh
curl '${siteUrl}/handbook.md'
\`\`\`

is the table of contents, for when the search finds nothing. ${siteUrl}/llms.txt lists every page of the site.

## 3. Answer

- Say what the handbook says, in your own short words, and link each statement to the \`url\` of its section.
- Give dates, sums and deadlines exactly as the page gives them, and the day of the page’s last change if it gives one.
- If two pages differ, say so and link to both.
- If the handbook does not say, say that, and send people to ${siteUrl}/contact. Do not fill the gap from other institutes’ rules.
`,
  };
}
