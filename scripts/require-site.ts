// Loaded before every command except `serve`: reports an invalid src/site.ts in plain sentences and stops.
import { readFileSync } from 'node:fs';
import { formatProblems, type ContentProblem } from '#lib/content/checking/problem.ts';
import { explainSiteError, findSiteShapeProblems, siteFile } from '#lib/content/checking/site-shape.ts';

const problems = await findProblems();
if (problems.length > 0) {
  console.error(formatProblems(problems));
  process.exit(1);
}

async function findProblems(): Promise<ContentProblem[]> {
  try {
    const { site } = await import('#site');
    return findSiteShapeProblems(site, readFileSync(siteFile, 'utf8'), new Date().toISOString().slice(0, 10));
  } catch (error) {
    return [explainSiteError(error)];
  }
}
