import { constants, setPriority } from 'node:os';
import { openSitePublisher } from './site-publisher.ts';

/**
 * Makes the pictures that a build deferred. A separate process, because it takes minutes of CPU on a large site.
 * Usage: node src/app/publisher/make-pictures.ts BUILD. Prints `changed` if pages must be published again.
 */
setPriority(constants.priority.PRIORITY_LOW);
process.on('disconnect', () => process.exit(0));
const publisher = await openSitePublisher(process.argv[2] ?? 'dist');
if (await publisher.makePictures()) console.log('changed');
process.exit(0);
