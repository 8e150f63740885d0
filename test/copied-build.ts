import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Manifest, Representation } from '#lib/build-format/manifest.ts';
import { linkBuild } from '#app/publisher/link-build.ts';

export type CopiedBuild = {
  dist: string;
  /** A copy of the content, next to a copy of `institute.yaml`. Publications read both. */
  contentDir: string;
  manifest(): Manifest;
  writeManifest(manifest: Manifest): void;
  text(path: string): string | undefined;
  /** The addresses whose bodies contain a text: pages, twins and files. */
  find(text: string): string[];
  /** @param path below the content's folder; `../institute.yaml` for the facts of the institute */
  edit(path: string, change: (text: string) => string): void;
  /** Brings the content and the manifest back to their state after copying. Files of publications stay. */
  restore(): void;
  remove(): void;
};

/** A build and its content. The default is the whole sample; `smallBuild` has a few of its entries. */
type Copied = { distDir: string; contentDir: string };
const whole: Copied = { distDir: 'dist', contentDir: 'src/content' };

/** Copies the content of a build, and the files that a publisher changes in the build, for a test that publishes. */
export function copyBuild({ distDir, contentDir: content }: Copied = whole): CopiedBuild {
  mkdirSync('.cache/test-builds', { recursive: true });
  const folder = mkdtempSync('.cache/test-builds/build-');
  const dist = resolve(folder, 'dist');
  const contentDir = resolve(folder, 'content');
  linkBuild(distDir, dist);
  const instituteFile = resolve(folder, 'institute.yaml');
  const copyContent = () => {
    cpSync(content, contentDir, { recursive: true });
    cpSync('src/institute.yaml', instituteFile);
    cpSync('public', join(folder, 'public'), { recursive: true });
  };
  copyContent();
  const readManifest = () => JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest;
  const writeManifest = (manifest: Manifest) =>
    writeFileSync(join(dist, 'manifest.json'), JSON.stringify(manifest));
  const original = { ...readManifest(), contentDir, instituteFile };
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
