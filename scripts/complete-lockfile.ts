import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Adds optional packages for other platforms that are missing from the lockfile: `npm install` leaves them out if the
 * registry lacks them, and `npm ci` then fails. Run it after each `npm install`. `--check` fails if entries are missing.
 */
type Entry = {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
type Lockfile = { packages: Record<string, Entry> };

const systems = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const processors = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x x64 wasm32'.split(' ');

const file = 'package-lock.json';
const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;
const missing = findMissing(lockfile);

if (process.argv.includes('--check')) {
  if (missing.length === 0) process.exit(0);
  console.error(
    `package-lock.json lacks ${missing.length} builds for other platforms, such as ${missing[0]?.place}:`,
  );
  console.error('run `node scripts/complete-lockfile.ts` and commit the file');
  process.exit(1);
}
for (const { place, name, version, isDev } of missing) {
  lockfile.packages[place] = { version, ...(isDev && { dev: true }), optional: true, ...platformOf(name) };
}
lockfile.packages = Object.fromEntries(
  Object.entries(lockfile.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
console.log(`package-lock.json: ${missing.length} builds for other platforms added`);

/** Returns optional dependencies without an entry, with the path that the entry should have. */
function findMissing({ packages }: Lockfile) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([, range]) => /^\d+\.\d+\.\d+/.test(range))
      .filter(([name, version]) => packages[placeOf(packages, path, name)]?.version !== version)
      .map(([name, version]) => {
        const isTopFree = !(`node_modules/${name}` in packages);
        const place = isTopFree ? `node_modules/${name}` : `${path}/node_modules/${name}`;
        return { place, name, version, isDev: dev };
      }),
  );
}

/** Resolves a package as Node does: in the importer's folder, else in the nearest parent folder. */
function placeOf(packages: Lockfile['packages'], path: string, name: string): string {
  const place = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
  if (place in packages || path === '') return place;
  return placeOf(packages, path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), name);
}

/** Reads the platform from a package name such as `@scope/binding-linux-arm64-musl`. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const os = words
    .map((word) => (word === 'windows' ? 'win32' : word))
    .filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }) };
}
