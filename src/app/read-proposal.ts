import { isContentFile } from '#lib/content/checking/content-file.ts';
import { settingsNameOf } from '#lib/content/editor-settings.ts';
import type { Finding } from '#lib/content/checking/problem.ts';
import type { ContentRepository, FileChange, ProposedFile, Proposal } from '#lib/editing/repository.ts';
import type { DraftRendering } from './draft-rendering.ts';

/** A file of a proposal with its texts. Null: there is no such file, or it is not a text. */
export type ReadFile = ProposedFile & {
  before: string | null;
  after: string | null;
  /** The problems of the new text on the site as it is, with all files of the proposal. */
  problems: readonly Finding[];
};

/** What a reviewer sees of a proposal. */
export type ReadProposal = Omit<Proposal, 'files'> & {
  files: readonly ReadFile[];
  /** The new texts by path, for drafts and previews; null: removed. */
  overlay: Readonly<Record<string, string | null>>;
  /** Undefined if something is refused. A file that changed since is a conflict when they are committed. */
  changes: readonly FileChange[] | undefined;
};

type ReaderNeeds = {
  repository: Pick<ContentRepository, 'readBlob'>;
  drafts: Pick<DraftRendering, 'render'>;
};

/** Reads the texts of a proposal from git objects and checks them. Refused files are not read. */
export async function readProposal(
  proposal: Proposal,
  { repository, drafts }: ReaderNeeds,
): Promise<ReadProposal> {
  const contents = await Promise.all(proposal.files.map((file) => readContents(file, repository)));
  const overlay = Object.fromEntries(
    contents.flatMap(({ file, after }) =>
      isText(file.path) && file.refusal === undefined ? [[file.path, after?.toString('utf8') ?? null]] : [],
    ),
  );
  const files: ReadFile[] = [];
  // The process that renders drafts works on one at a time.
  for (const { file, before, after } of contents) {
    const isChecked = typeof overlay[file.path] === 'string';
    const problems = isChecked ? (await drafts.render({ overlay, file: file.path })).problems : [];
    files.push({ ...file, before: textOf(file, before), after: textOf(file, after), problems });
  }
  const isRefused = proposal.refusal !== undefined || files.some(({ refusal }) => refusal !== undefined);
  const changes = contents.map(({ file, after }) => ({
    path: file.path,
    basedOn: file.basedOn,
    content: after,
  }));
  return { ...proposal, files, overlay, changes: isRefused ? undefined : changes };
}

async function readContents(file: ProposedFile, { readBlob }: ReaderNeeds['repository']) {
  const read = async (blob: string | null) =>
    blob === null || file.refusal !== undefined ? null : readBlob(blob);
  const [before, after] = await Promise.all([read(file.basedOn), read(file.blob)]);
  return { file, before, after };
}

function isText(path: string): boolean {
  return settingsNameOf(path) !== undefined || isContentFile(path.split('/').slice(1).join('/'));
}

function textOf({ path }: ProposedFile, content: Buffer | null): string | null {
  return content !== null && isText(path) ? content.toString('utf8') : null;
}
