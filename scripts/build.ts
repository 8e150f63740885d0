import { buildSite } from './build-site.ts';
import { exitOnError } from './exit-on-error.ts';

await exitOnError(() => buildSite());
