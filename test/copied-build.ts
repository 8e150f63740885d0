import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Manifest, Representation } from '#lib/content/manifest.ts';

export type CopiedBuild = {
  dist: string;
  /** A copy of the content, which publications read. */
  contentDir: string;
  manifest(): Manifest;
  writeManifest(manifest: Manifest): void;
  /** The text of a published page, twin or file. */
  text(path: string): string | undefined;
  /** The addresses whose bodies contain a text: pages, twins and files. */
  find(text: string): string[];
  edit(path: string, change: (text: string) => string): void;
  /** Brings the content and the manifest back to their state after copying. Files of publications stay. */
  restore(): void;
  remove(): void;
};

/** Copies a build and its content, so that a test can publish. Below the project, where the renderer finds its packages. */
export function copyBuild(from = 'dist', content = 'src/content'): CopiedBuild {
  mkdirSync('.cache/test-builds', { recursive: true });
  const folder = mkdtempSync('.cache/test-builds/build-');
  const dist = resolve(folder, 'dist');
  const contentDir = resolve(folder, 'content');
  cpSync(realpathSync(from), dist, { recursive: true });
  for (const name of ['publisher', 'manifests']) rmSync(join(dist, name), { recursive: true, force: true });
  const copyContent = () => cpSync(content, contentDir, { recursive: true });
  copyContent();
  const readManifest = () => JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest;
  const writeManifest = (manifest: Manifest) =>
    writeFileSync(join(dist, 'manifest.json'), JSON.stringify(manifest));
  const original = { ...readManifest(), contentDir };
  writeManifest(original);
  const bodies = () => {
    const { pages, files } = readManifest();
    return new Map<string, Representation>([
      ...pages.flatMap(({ path, markdownPath, html, markdown }) => [
        [path, html] as const,
        [markdownPath, markdown] as const,
      ]),
      ...files.map((file) => [file.path, file] as const),
    ]);
  };
  const read = ({ file }: Representation) => readFileSync(join(dist, file), 'utf8');
  return {
    dist,
    contentDir,
    manifest: readManifest,
    writeManifest,
    text(path) {
      const body = bodies().get(path);
      return body && read(body);
    },
    find: (text) => [...bodies()].filter(([, body]) => read(body).includes(text)).map(([path]) => path),
    edit(path, change) {
      const file = join(contentDir, path);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
    },
    restore() {
      rmSync(contentDir, { recursive: true, force: true });
      copyContent();
      writeManifest(original);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
