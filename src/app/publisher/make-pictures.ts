import { constants, setPriority } from 'node:os';
import { answerParent } from '#app/answer-parent.ts';
import { openSitePublisher } from './site-publisher.ts';

/**
 * Makes the pictures that a build deferred. A helper process, because it takes minutes of CPU on a large site. It
 * answers whether pages must be published again.
 */
setPriority(constants.priority.PRIORITY_LOW);
answerParent(async (buildDir: string) => (await openSitePublisher(buildDir)).makePictures());
