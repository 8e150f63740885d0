import { ApiError } from '#lib/http/api-error.ts';
import { repositoryResolution } from '#lib/i18n/en/errors.ts';

/** The author of a commit. */
export type Author = { name: string; email: string };

/** Paths are relative to the collections' root: `courses/soil-science.mdx`; the facts of the institute are `institute.yaml`. */
export type FileChange = {
  path: string;
  /** The blob that the change is based on; null for a new file. */
  basedOn: string | null;
  /** Null removes the file. */
  content: string | Buffer | null;
};

export type CommittedFile = { path: string; blob: string; size: number };

export type Commit = {
  id: string;
  author: Author;
  /** Milliseconds since 1970. */
  at: number;
  message: string;
};

/** A file of a proposal. `refusal` is the reason why it cannot be published. */
export type ProposedFile = {
  path: string;
  basedOn: string | null;
  /** Null if the proposal removes the file. */
  blob: string | null;
  size: number;
  refusal: string | undefined;
};

/** A branch that somebody pushed as `propose/<name>`. */
export type Proposal = {
  /** The name of the branch without `propose/`. */
  name: string;
  /** The last commit of the branch. */
  commit: Commit;
  /** The commit of the content that it starts from. */
  base: string;
  files: readonly ProposedFile[];
  /** The reason why none of its files can be published. */
  refusal: string | undefined;
};

export type ProposalPage = { proposals: Proposal[]; pages: number };

/** The repository is unavailable, or rejected a commit. The message is for editors. */
export class RepositoryError extends ApiError {
  constructor(message: string, options?: { cause: unknown }) {
    super('STORE_UNAVAILABLE', {
      message,
      resolution: repositoryResolution,
      cause: options?.cause,
    });
  }
}

/** Someone else changed a file after it was read. */
export class EditConflict extends Error {
  override readonly name = 'EditConflict';
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    super(`changed by someone else: ${paths.join(', ')}`);
    this.paths = paths;
  }
}

/** The content's git repository. */
export type ContentRepository = {
  /** Whether it holds a whole institute, with its facts, and not the collections alone. */
  readonly isWhole: boolean;
  /** The last commit of the branch, as of the last fetch or commit here. */
  head(): Promise<string>;
  /** The files of a commit, by default of the head. */
  list(commit?: string): Promise<readonly CommittedFile[]>;
  /** Undefined if the commit has no such file, or is neither the head nor one of its ancestors. */
  read(path: string, commit?: string): Promise<{ blob: string; content: Buffer } | undefined>;
  /** Reads any blob of the clone. Does not check access, so the id must come from the repository itself. */
  readBlob(blob: string): Promise<Buffer>;
  /** Reads a blob by an id that a client sent. Undefined unless it is content of the head or of an ancestor. */
  readShownBlob(blob: string): Promise<Buffer | undefined>;
  /**
   * Writes the changes as one commit on top of the head, and pushes it. Retries if others push at the same time.
   * @returns the id of the commit
   * @throws EditConflict if a file has changed since; then nothing is written
   */
  commit(
    changes: readonly FileChange[],
    by: { author: Author; message: string; committer?: Author },
  ): Promise<string>;
  /** Fetches commits of others. @returns whether the head moved */
  fetch(): Promise<boolean>;
  /** The commits that changed a file, the latest first, each with the file's path in that commit. Follows renames. */
  history(path: string, page?: { limit: number; skip: number }): Promise<(Commit & { path: string })[]>;
  /** A page of proposals. Merged ones are omitted, so a page may be short. @param page from 1 */
  proposals(page?: number): Promise<ProposalPage>;
  /** Undefined if there is none, or if it is already merged. */
  proposal(name: string): Promise<Proposal | undefined>;
};
