import { readFileSync } from 'node:fs';

type Locked = {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
type Lock = { lockfileVersion: number; packages: Record<string, Locked> };

/**
 * Extracts packages and their dependencies from `package-lock.json`.
 * @param names the packages that code imports; packages that are not installed are left out
 * @param optional packages that npm may leave out, such as those for other platforms
 * @returns the exact versions for `package.json`, and a lock file of these packages
 */
export function lockPackages(
  names: readonly string[],
  { version, optional = [] }: { version: string; optional?: readonly string[] },
) {
  const { lockfileVersion, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const versionsOf = (wanted: readonly string[]) =>
    Object.fromEntries(
      [...new Set(wanted)].sort().flatMap((name) => {
        const found = packages[`node_modules/${name}`];
        return found ? [[name, found.version]] : [];
      }),
    );
  const dependencies = versionsOf(names);
  const optionalDependencies = versionsOf(optional);
  const needed = new Set<string>();
  const direct = Object.keys({ ...dependencies, ...optionalDependencies });
  const waiting = direct.map((name) => `node_modules/${name}`);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (needed.has(place)) continue;
    needed.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = findPackage(place, name, packages);
      if (found !== undefined) waiting.push(found);
    }
  }
  const root = { name: 'lectern', version, dependencies, optionalDependencies };
  const locked = [...needed].sort().map((place) => [place, packages[place]] as const);
  return {
    dependencies,
    optionalDependencies,
    lock: {
      name: 'lectern',
      version,
      lockfileVersion,
      packages: { '': root, ...Object.fromEntries(locked) },
    },
  };
}

/** Finds the path of a package as Node does: in the folder of its importer, or in a parent folder. */
function findPackage(from: string, name: string, packages: Lock['packages']): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}
