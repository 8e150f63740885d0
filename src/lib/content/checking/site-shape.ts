import { z } from 'zod';
import { settingsFolder, type SettingsName } from '#lib/content/editor-settings.ts';
import { siteSchema, termsSchema } from '#lib/content/site-schema.ts';
import { findClosest } from './closest-match.ts';
import { explainIssue } from './explain-issue.ts';
import type { FieldPath } from './check-front-matter.ts';
import type { ContentProblem, Explanation } from './problem.ts';

export const siteFile = 'src/site.ts';

/**
 * Facts in `src/site.ts` that are missing or have another form than the site needs.
 * @param source the text of the file, for line numbers
 */
export function findSiteShapeProblems(site: unknown, source: string, today: string): ContentProblem[] {
  const result = siteSchema.safeParse(site);
  const problems = result.success ? explainTerms(result.data.terms(today)) : explainAll(result.error, site);
  return problems.map(({ path, ...explanation }) => ({
    file: siteFile,
    line: lineOfKey(source, path),
    severity: 'fatal',
    ...explanation,
  }));
}

type SiteProblem = Explanation & { path: FieldPath };

function explainAll({ issues }: z.ZodError, value: unknown): SiteProblem[] {
  return issues.flatMap((issue) => explain(issue, value));
}

/** Problems of what `terms` returns, all at the line of the function. */
function explainTerms(terms: unknown): SiteProblem[] {
  const { error } = z.strictObject({ terms: termsSchema }).safeParse({ terms });
  return error ? explainAll(error, { terms }).map((problem) => ({ ...problem, path: ['terms'] })) : [];
}

/** Explains an error of loading `src/site.ts`. */
export function explainSiteError(error: unknown): ContentProblem {
  const { message = String(error), stack = '', name = '' } = error instanceof Error ? error : {};
  const line = Number(/site\.ts:(\d+)/.exec(stack)?.[1] ?? 1);
  const isSyntax = name === 'SyntaxError';
  return {
    file: siteFile,
    line,
    severity: 'fatal',
    message: isSyntax ? `the file cannot be read (${message})` : message.replace(/ imported from .*/, ''),
    fix: isSyntax
      ? 'look here and just above for a missing comma, quote or bracket'
      : 'correct the name, or take the line out',
  };
}

function explain(issue: z.core.$ZodIssue, site: unknown): SiteProblem[] {
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: issue.path, ...explainIssue(issue, valueAt(site, issue.path)) }];
  }
  const known = Object.keys(siteSchema.shape);
  return issue.keys.map((key) => {
    const moved = issue.path.length === 0 ? movedToSettings[key] : undefined;
    if (moved) return { path: [key], ...explainMoved(key, moved) };
    const meant = issue.path.length === 0 ? findClosest(key, known) : undefined;
    return {
      path: [...issue.path, key],
      message: `there is no "${key}" in ${issue.path.length === 0 ? siteFile : `"${issue.path.join('.')}"`}`,
      fix: meant ? `did you mean ${meant}?` : 'delete it',
    };
  });
}

/** Facts of earlier versions that editors own now, and where they write them. */
const movedToSettings: Readonly<Record<string, { file: SettingsName; field?: string }>> = {
  notice: { file: 'notice' },
  home: { file: 'home' },
  navigation: { file: 'navigation', field: 'main' },
  phoneMenu: { file: 'navigation', field: 'phoneMenu' },
  footer: { file: 'navigation', field: 'footer' },
  searchSuggestions: { file: 'search', field: 'suggestions' },
  chatSuggestions: { file: 'search', field: 'questions' },
  otherWords: { file: 'search', field: 'otherWords' },
};

function explainMoved(key: string, { file, field }: { file: SettingsName; field?: string }): Explanation {
  const path = `${settingsFolder}/${file}.yaml`;
  return {
    message: `"${key}" is no longer in ${siteFile}, so that editors can change it`,
    fix: `write it ${field === undefined ? '' : `as "${field}" `}in ${path} of the content folder, and delete it here`,
  };
}

function valueAt(site: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return (value as Record<PropertyKey, unknown>)[step];
  }, site);
}

/** The line of the last key of a path that is in the file, or 1. */
export function lineOfKey(source: string, path: FieldPath): number {
  let offset = 0;
  for (const step of path) {
    if (typeof step !== 'string') continue;
    const key = new RegExp(`(?<![\\w.'"-])['"]?${step.replaceAll(/\W/g, '\\$&')}['"]?\\s*[:(]`, 'g');
    key.lastIndex = offset;
    offset = key.exec(source)?.index ?? offset;
  }
  return source.slice(0, offset).split('\n').length;
}
