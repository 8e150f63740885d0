import { buildSite } from './build-site.ts';
import { embedBuild } from './embed-build.ts';
import { exitOnError } from './exit-on-error.ts';
import { finishPictures } from '#app/publisher/publish-current-content.ts';

await exitOnError(async () => {
  await buildSite();
  await finishPictures();
  await embedBuild();
});
