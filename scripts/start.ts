import { readConfig } from '#app/env.ts';
import { requireFreePort } from '#lib/delivery/public-server.ts';
import { updateBuild } from './build-site.ts';
import { exitOnError } from '#command/exit-on-error.ts';

await exitOnError(async () => {
  const { HOST: host, PORT: port } = readConfig();
  await requireFreePort({ host, port });
  await updateBuild();
});
await import('#app/server.ts');
