import { execFile } from 'node:child_process';

export type AfdocsReport = {
  results: {
    id: string;
    status: 'pass' | 'warn' | 'fail' | 'skip' | 'error';
    message: string;
    details?: unknown;
  }[];
  scoring: { overall: number };
};

/**
 * What `afdocs`, the checker of documentation for agents, finds on a served site. It is run as anyone would run it.
 * @param links how many pages, and links of pages, it looks at
 */
export async function runAfdocs(
  origin: string,
  { siteUrl, links }: { siteUrl: string; links: number },
): Promise<AfdocsReport> {
  const options = {
    sampling: 'deterministic',
    'canonical-origin': siteUrl,
    'max-links': String(links),
    'max-concurrency': '6',
    'request-delay': '0',
    format: 'json',
  };
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const args = ['node_modules/afdocs/bin/afdocs.mjs', 'check', origin, '--score', '--quiet', ...named];
  const output = await new Promise<string>((done, fail) => {
    // It ends with 1 when a check fails, which the report says as well.
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) done(stdout);
      else fail(new Error(`afdocs wrote no report: ${stderr}`, { cause: error }));
    });
  });
  return JSON.parse(output) as AfdocsReport;
}

/** Addresses of links in Markdown that afdocs followed to no page, without what comes before their path. */
export function listDeadLinks({ results }: AfdocsReport): string[] {
  const details = results.find(({ id }) => id === 'markdown-link-portability')?.details as {
    pageResults: { samples: { url: string; outcome: string }[] }[];
  };
  const broken = details.pageResults.flatMap(({ samples }) =>
    samples.filter(({ outcome }) => outcome !== 'ok'),
  );
  return [...new Set(broken.map(({ url }) => new URL(url).pathname.replace(/\/$/, '')))].sort();
}
