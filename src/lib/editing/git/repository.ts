/** A person as git names them. */
export type Author = { name: string; email: string };

/** Paths are below the collections' root: `courses/soil-science.mdx`. */
export type FileChange = {
  path: string;
  /** The blob that the text was edited from; null for a new file. */
  basedOn: string | null;
  /** Null: the file is removed. */
  content: string | Buffer | null;
};

export type CommittedFile = { path: string; blob: string; size: number };

export type Commit = {
  id: string;
  author: Author;
  /** In milliseconds since 1970. */
  at: number;
  message: string;
};

/** A file of a proposal. `refusal` says why it cannot be published. */
export type ProposedFile = {
  path: string;
  basedOn: string | null;
  /** Null if the proposal removes the file. */
  blob: string | null;
  size: number;
  refusal: string | undefined;
};

/** A branch below `propose/` that somebody pushed. */
export type Proposal = {
  /** Without `propose/`. */
  name: string;
  /** Its last commit. */
  commit: Commit;
  /** The commit of the content that it starts from. */
  base: string;
  files: readonly ProposedFile[];
  /** Why none of it can be published. */
  refusal: string | undefined;
};

export type ProposalPage = { proposals: Proposal[]; pages: number };

/** The repository cannot be read or written at the moment, or refused a commit. The message is for editors. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError';
}

/** Somebody else changed a file since it was read. */
export class EditConflict extends Error {
  override readonly name = 'EditConflict';
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    super(`changed by somebody else: ${paths.join(', ')}`);
    this.paths = paths;
  }
}

/** The content's git repository. */
export type ContentRepository = {
  /** The commit of the branch, as last fetched or written. */
  head(): Promise<string>;
  /** The files of a commit; of the head if none is given. */
  list(commit?: string): Promise<readonly CommittedFile[]>;
  /** Undefined if the commit has no such file, or is neither the head nor a commit before it. */
  read(path: string, commit?: string): Promise<{ blob: string; content: Buffer } | undefined>;
  /** Any blob: only for ids that were read from the repository. */
  readBlob(blob: string): Promise<Buffer>;
  /** A blob that a client named. Undefined unless the head, or a commit before it, has it in the content. */
  readShownBlob(blob: string): Promise<Buffer | undefined>;
  /**
   * Writes the changes as one commit on top of the head, and pushes it. Repeats that if others push at the same time.
   * @returns the id of the commit
   * @throws EditConflict if a file is no longer what its change is based on; then nothing is written
   */
  commit(
    changes: readonly FileChange[],
    by: { author: Author; message: string; committer?: Author },
  ): Promise<string>;
  /** Takes over what others pushed. @returns whether the head moved */
  fetch(): Promise<boolean>;
  /** The commits that changed a file, the latest first, each with the path that it had then. Follows renames. */
  history(path: string, page?: { limit: number; skip: number }): Promise<(Commit & { path: string })[]>;
  /** A page, from 1, of the proposals. Those that are part of the content are left out of their page. */
  proposals(page?: number): Promise<ProposalPage>;
  /** Undefined if there is none, or if it is part of the content. */
  proposal(name: string): Promise<Proposal | undefined>;
};
