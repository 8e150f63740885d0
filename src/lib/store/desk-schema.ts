/** A member of staff. */
export type Person = { email: string; name: string };

/**
 * `editing`: its drafts can be saved. `review`: submitted. `returned`: back to its authors. `scheduled`: approved, to
 * be published at `publish_at`. `published`: committed, with no drafts left.
 */
export type ChangeSetState = 'editing' | 'review' | 'returned' | 'scheduled' | 'published';

/** The change to a draft that sent a set from review back to its authors. */
export type TakenBack = {
  at: number;
  by: string;
  /** The file of the draft. */
  path: string;
  /** Who had approved the set; null if nobody had. */
  approvedBy: string | null;
};

/** Changes that are reviewed and published together. */
export type ChangeSetTable = {
  id: string;
  title: string;
  state: ChangeSetState;
  /** The authors' description of what was changed and why, which becomes the commit message. */
  sentence: string;
  /** For a proposal from git: its branch, and the commit that was read. */
  branch: string | null;
  branch_commit: string | null;
  /** For a proposal: the name and address in its commit, which are not verified. */
  says_by: string | null;
  created_at: number;
  /** Email address of a member of staff, like `submitted_by` and `decided_by`. */
  created_by: string;
  submitted_at: number | null;
  submitted_by: string | null;
  submitted_name: string | null;
  /** Who approved or returned it. */
  decided_at: number | null;
  decided_by: string | null;
  decided_name: string | null;
  /** The reviewer's message to the authors. */
  decision: string;
  /** Digest of the approved drafts; null unless scheduled. Only drafts with this digest are published. */
  approved: string | null;
  /** JSON of `TakenBack`, until the set is submitted again. */
  taken_back: string | null;
  publish_at: number | null;
  published_at: number | null;
  /** When a server first served all of its changes. */
  live_at: number | null;
  commit_id: string | null;
  /** JSON list of `PublishedFile`. */
  published_files: string;
  /** Why the last attempt to publish the set failed. */
  failure: string | null;
  leased_until: number;
  leased_by: string | null;
};

/** A draft; each file has at most one. */
export type DraftTable = {
  id: string;
  /** Below the content's folder: `courses/soil-science.mdx`. */
  path: string;
  /** The path of the published file, if publishing moves it. */
  moved_from: string | null;
  /** The blob that it was edited from; null for a new file. */
  based_on: string | null;
  /** Null if publishing removes the file. */
  text: string | null;
  /** Incremented by each save. */
  version: number;
  change_set: string;
  saved_at: number;
  saved_by: string;
  saved_name: string;
  /** JSON list of the addresses of everyone who saved it. */
  authors: string;
};

/** A discarded draft, until it is restored or 90 days have passed. */
export type BinnedDraftTable = Omit<DraftTable, 'text' | 'version' | 'change_set'> & {
  text: string;
  /** The same for drafts that were discarded together. */
  batch: string;
  /** The title of its change set. */
  title: string;
  discarded_at: number;
  discarded_by: string;
};

/** A person who uses the desk. `is_muted`: wants no emails about changes. */
export type DeskPersonTable = {
  email: string;
  name: string;
  is_reviewer: number;
  is_muted: number;
  seen_at: number;
};

export type CommentTable = {
  id: string;
  change_set: string;
  path: string;
  /** Line number in the draft, from 1; null for a comment on the whole file. */
  line: number | null;
  /** The line's text when the comment was written. */
  quote: string;
  text: string;
  at: number;
  by_email: string;
  by_name: string;
};

export type PreviewLinkTable = {
  id: string;
  change_set: string;
  /** The page that it opens. */
  path: string;
  created_at: number;
  created_by: string;
  expires_at: number;
  revoked_at: number | null;
};

/** Who has an entry open. */
export type OpenEntryTable = { path: string; email: string; name: string; seen_at: number };
