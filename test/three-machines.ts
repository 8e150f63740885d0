import { join } from 'node:path';
import { makeContentRepository } from './content-repository.ts';
import { createPublicationFolder } from './publications.ts';
import { serveProcess, type ServedSite } from './served-site.ts';
import { smallBuild } from './small-build.ts';
import { staffSettings } from './staff-session.ts';
import { startDeployedNginx } from './stand-ins/deployed-nginx.ts';
import { startForge } from './stand-ins/forge.ts';
import { makeNetwork, type Machine } from './stand-ins/network.ts';
import { queryPostgres, startPostgres } from './stand-ins/postgres.ts';
import { startRedis } from './stand-ins/redis.ts';
import { startSmtp } from './stand-ins/smtp.ts';

const port = 4321;
const count = 3;

/** An instance on a machine of its own. */
export type Instance = { machine: Machine; origin: string; site: ServedSite };

export type ThreeMachines = Awaited<ReturnType<typeof startThreeMachines>>;

/**
 * Starts three instances on machines of their own. This machine has all that they share: nginx, PostgreSQL, Redis, a
 * mail server and the forge of the content's repository.
 * @param edit changes the content before the instances start
 */
export async function startThreeMachines(edit: (content: ReturnType<typeof makeContentRepository>) => void) {
  const { distDir, contentDir } = await smallBuild();
  const network = makeNetwork(count);
  const host = network.address;
  const pushed = makeContentRepository({ from: contentDir });
  edit(pushed);
  const origins = network.machines.map(({ address }) => `${address}:${port}`);
  const [postgres, redis, smtp, forge, proxy] = await Promise.all([
    startPostgres({ host, maxConnections: 100 }),
    startRedis({ host }),
    startSmtp({ host }),
    startForge(pushed.origin, host),
    startDeployedNginx(host, origins),
  ]);
  const databaseUrl = await postgres.createDatabase();
  const repository = new URL(forge.address);
  Object.assign(repository, { username: forge.user, password: forge.password });
  const folders = network.machines.map(() => createPublicationFolder(distDir));
  const settings = {
    ...staffSettings,
    SITE_URL: proxy.origin,
    HOST: '0.0.0.0',
    PORT: String(port),
    TRUSTED_PROXIES: host,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    ...smtp.settings,
    REGISTRAR_EMAIL: 'registrar@larkmoor.example',
    CONTENT_REPO: repository.href,
    GIT_SSL_CAINFO: forge.certificate,
    PUBLISHER: 'on',
  };

  async function serve(machine: Machine, at: number): Promise<Instance> {
    const folder = folders[at]!;
    const { dataDir } = folder;
    folder.publish({ ...folder.original, contentDir: join(dataDir, 'content/current') });
    const own = { ...settings, DATA_DIR: dataDir };
    const site = await serveProcess(folder.distDir, own, { before: machine.before });
    return { machine, origin: `http://${machine.address}:${port}`, site };
  }

  const instances = await Promise.all(network.machines.map(serve));
  return {
    origin: proxy.origin,
    instances,
    smtp,
    repository: pushed,
    query: (statement: string) => queryPostgres(databaseUrl, statement) as Promise<Record<string, unknown>[]>,
    async stop() {
      for (const { machine } of instances) machine.restore();
      await Promise.all(instances.map(({ site }) => site.stop()));
      await Promise.all([postgres, redis, smtp, forge, proxy].map((service) => service.stop()));
      network.remove();
      pushed.remove();
      for (const folder of folders) folder.remove();
    },
  };
}
