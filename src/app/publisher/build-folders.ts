import { join } from 'node:path';

/** Files below a build's folder from which its content is published again. */
export const rendererFolder = 'renderer';
export const sourcesFolder = 'sources';
export const routesFile = join(rendererFolder, 'routes.json');
