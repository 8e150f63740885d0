import { join } from 'node:path';

/** The parts of a build that a publisher needs to publish content again. */
export const rendererFolder = 'renderer';
export const sourcesFolder = 'sources';
export const routesFile = join(rendererFolder, 'routes.json');

/** A publication without pages, for the services of `npm run dev`. */
export const devPublication = '.cache/dev';
