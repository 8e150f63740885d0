import { join } from 'node:path';

/** The parts of a build that a publisher needs to publish content again. */
export const rendererFolder = 'renderer';
export const sourcesFolder = 'sources';
export const routesFile = join(rendererFolder, 'routes.json');
