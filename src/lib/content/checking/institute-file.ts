import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { instituteSchema, type Institute } from '#lib/content/institute-schema.ts';
import { readYamlFile, type FrontMatter } from './check-front-matter.ts';
import type { ContentIndex } from './content-index.ts';
import { checkLink } from './link-problems.ts';
import { formatProblems, type ContentProblem, type Finding } from './problem.ts';
import { findFieldProblems } from './schema-problems.ts';

/** The file of the facts, in the folder of the institute. */
export const instituteFileName = 'institute.yaml';
/** Folder of the collections, beside it. */
export const contentFolder = 'content';

/** A parsed `institute.yaml`. */
export type InstituteFile = {
  /** Relative to the working directory, for messages. */
  file: string;
  fields: FrontMatter | undefined;
  /** Undefined if the file has an error. */
  institute: Institute | undefined;
  findings: Finding[];
};

/** @param path path of the file */
export function parseInstitute(path: string, source: string): InstituteFile {
  const file = relative(process.cwd(), path).split(sep).join('/');
  const { frontMatter: fields, findings } = readYamlFile(source);
  if (!fields) return { file, fields, institute: undefined, findings };
  const { data } = instituteSchema.safeParse(fields.data);
  const problems = findFieldProblems({ schema: instituteSchema, name: instituteFileName }, fields);
  return { file, fields, institute: data, findings: [...findings, ...problems] };
}

/** Gives fonts of the institute's own their absolute paths. @param folder of the institute */
export function withOwnFonts(institute: Institute, folder: string): Institute {
  const { heading, text } = institute.fonts;
  const isOwn = (file: string) => file.startsWith('./');
  const files = [heading, text].flatMap((face) => [face.linkPictures, ...face.files.map(({ file }) => file)]);
  if (!files.some(isOwn)) return institute;
  const placeOf = (file: string) => (isOwn(file) ? resolve(folder, file) : file);
  const place = (face: Institute['fonts']['text']) => ({
    ...face,
    files: face.files.map((each) => ({ ...each, file: placeOf(each.file) })),
    linkPictures: placeOf(face.linkPictures),
  });
  return { ...institute, fonts: { heading: place(heading), text: place(text) } };
}

/** Reads the facts of the institute in a folder. Reports a missing file as a finding. */
export function readInstituteFile(folder: string): InstituteFile {
  const path = join(folder, instituteFileName);
  try {
    return parseInstitute(path, readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const missing: Finding = {
      line: 1,
      severity: 'fatal',
      message: 'the file is missing',
      fix: 'write the facts of your institute there, as in src/institute.yaml of the sample',
    };
    return { ...parseInstitute(path, ''), findings: [missing] };
  }
}

/** @throws Error with all problems if the file has an error */
export function requireInstitute({ file, institute, findings }: InstituteFile): Institute {
  if (institute) return institute;
  throw new Error(formatProblems(findings.map((finding) => ({ file, ...finding }))));
}

/** Reports problems of the facts, dead links in them, and missing fonts. */
export function findInstituteProblems(written: InstituteFile, index: ContentIndex): ContentProblem[] {
  const { file, findings } = written;
  return [...findings, ...findLinkProblems(written, index), ...findFontProblems(written)].map((finding) => ({
    file,
    ...finding,
  }));
}

function findLinkProblems({ fields, institute }: InstituteFile, index: ContentIndex): Finding[] {
  const policy = institute?.security.policy;
  const from = { collection: 'pages', name: 'institute', hidden: undefined } as const;
  const problem = policy === undefined ? undefined : checkLink(policy, from, index);
  const line = fields?.lineOf(['security', 'policy']) ?? 1;
  return problem ? [{ line, severity: 'error', ...problem }] : [];
}

const packages = createRequire(import.meta.url);

function findFontProblems({ file: facts, fields, institute }: InstituteFile): Finding[] {
  const placed = institute && withOwnFonts(institute, dirname(facts));
  return Object.entries(placed?.fonts ?? {}).flatMap(([use, { files, linkPictures }]) => {
    const named = [
      ...files.map(({ file }, at) => ({ file, path: ['fonts', use, 'files', at, 'file'] })),
      { file: linkPictures, path: ['fonts', use, 'linkPictures'] },
    ];
    return named
      .filter(({ file }) => !isInstalled(file))
      .map(({ file, path }) => ({
        line: fields?.lineOf(path) ?? 1,
        severity: 'error' as const,
        message: isAbsolute(file)
          ? `there is no font ${basename(file)} in the institute's folder fonts`
          : `the font ${file} is in no installed package`,
        fix: isAbsolute(file)
          ? 'correct its path, or add the file'
          : 'correct its path, or install its package',
      }));
  });
}

function isInstalled(file: string): boolean {
  try {
    packages.resolve(file);
    return true;
  } catch {
    return false;
  }
}
