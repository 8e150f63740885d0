import { readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

/** Matches imports, workers and resolved files of packages in source files and bundles. */
const imported = /\b(?:from|import(?:\s*\()?|new URL\(|resolve\()\s*(["'])([^"'\n]+)\1/g;
/** Import aliases of package.json, such as `#lib/*` for `./src/lib/*`. */
const { imports: aliases } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>;
};

/** Returns the modules that are reachable from the entries, and the names of the packages that they import. */
export function followModules(entries: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(file, 'utf8');
    const code = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
    for (const [, , name = ''] of code.matchAll(imported)) {
      const module = ownModule(name, file);
      if (module !== undefined) waiting.push(module);
      else if (!/^(node:|\.|#)/.test(name)) packages.add(packageName(name));
    }
  }
  return { files, packages };
}

function ownModule(name: string, importer: string): string | undefined {
  const path = name.startsWith('#') ? resolveAlias(name) : join(dirname(importer), name);
  return /^(\.\.?\/|#)/.test(name) && statSync(path, { throwIfNoEntry: false })?.isFile() ? path : undefined;
}

/** Resolves `#lib/x.ts` with the `imports` of package.json. */
function resolveAlias(name: string): string {
  const exact = aliases[name];
  if (exact !== undefined) return join(exact);
  const [pattern = '', target = ''] =
    Object.entries(aliases).find(([key]) => key.endsWith('*') && name.startsWith(key.slice(0, -1))) ?? [];
  return join(target.replace('*', name.slice(pattern.length - 1)));
}

export function packageName(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}
