import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Described = { '@type': string } & Record<string, unknown>;
type Graph = { '@context': string; '@graph': Described[] };

export const client = 'dist/client';

/** Returns the structured data of each page of the build. */
export const described = globSync('**/*.html', { cwd: client }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  things: graphsOf(readFileSync(join(client, file), 'utf8')).flatMap((graph) => graph['@graph']),
}));

function graphsOf(html: string): Graph[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...blocks].map(([, json]) => JSON.parse(json ?? '') as Graph);
}
