import { buildSite } from './build-site.ts';
import { embedBuild } from './embed-build.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { finishPictures } from '#app/publisher/publish-current-content.ts';

await exitOnError(async () => {
  await buildSite();
  await finishPictures();
  await embedBuild();
  const folder = process.argv[2];
  if (folder !== undefined)
    console.log(
      `lectern: serve it with npm run serve, or make an archive of it with INSTITUTE_DIR=${folder} npm run release`,
    );
});
