import { dirname, relative, resolve } from 'node:path';
import { contentFolder } from '#lib/content/checking/institute-file.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import type { Manifest } from '#lib/content/manifest.ts';

type Served = {
  manifest: Pick<Manifest, 'siteUrl' | 'contentDir' | 'instituteFile'>;
  institute: Pick<Institute, 'name'>;
};

/** Says which institute a server serves, from which folder and under which address. */
export function describeServed({ manifest, institute }: Served): string {
  const { siteUrl, contentDir, instituteFile } = manifest;
  const folder = resolve(dirname(instituteFile));
  const isInside = relative(folder, resolve(contentDir)) === contentFolder;
  const content = isInside ? '' : `, with the content of ${resolve(contentDir)}`;
  return `serving ${institute.name} from ${folder}${content}, with the address ${siteUrl}`;
}
