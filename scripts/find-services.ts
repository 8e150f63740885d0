import { existsSync, globSync } from 'node:fs';
import { getuid } from 'node:process';
import { headlessShell, wholeBrowser } from '#test/chromium.ts';
import { runProgram } from './run-command.ts';

type Service = {
  name: string;
  places: string[];
  package: string;
  /** A path that is used if the package cannot be installed. */
  fallback?: string;
};

/** Programs that tests need besides npm packages: their paths when installed, and their Debian packages. */
const forTests: Service[] = [
  {
    name: 'Chromium',
    places: [headlessShell],
    package: 'chromium-headless-shell',
    fallback: wholeBrowser,
  },
  { name: 'PostgreSQL', places: ['/usr/lib/postgresql/*/bin/postgres'], package: 'postgresql' },
  { name: 'Redis', places: ['/usr/bin/redis-server', '/usr/bin/valkey-server'], package: 'redis-server' },
  { name: 'nginx', places: ['/usr/sbin/nginx'], package: 'nginx-light' },
  { name: 'Caddy', places: ['/usr/bin/caddy'], package: 'caddy' },
];

/** The HTML checker runs on Java. Prometheus’ tool for rules is in the package of its server: 19 MB. */
const forFullTests: Service[] = [
  ...forTests,
  { name: 'promtool', places: ['/usr/bin/promtool'], package: 'prometheus' },
  { name: 'Java', places: ['/usr/bin/java'], package: 'default-jre-headless' },
];

/**
 * Installs missing programs from Debian's packages.
 * @throws Error that names the packages if that is not possible
 */
export async function findServices(kind: 'test' | 'full'): Promise<void> {
  const services = kind === 'full' ? forFullTests : forTests;
  const missing = services.filter(({ places }) => !places.some(isThere));
  if (missing.length === 0) return;
  try {
    await install(missing);
  } catch (error) {
    if (missing.some(({ fallback }) => !fallback || !existsSync(fallback))) throw error;
  }
}

async function install(missing: readonly Service[]): Promise<void> {
  const packages = missing.map((service) => service.package);
  const names = missing.map((service) => service.name).join(', ');
  if (!existsSync('/usr/bin/apt-get') || getuid?.() !== 0) {
    throw new Error(`the tests need ${names}: install them (Debian: apt-get install ${packages.join(' ')})`);
  }
  console.log(`lectern: installing ${names} for the tests ...`);
  await runProgram('apt-get', ['update', '-qq']);
  await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

function isThere(place: string): boolean {
  return globSync(place).length > 0;
}
