import { ApiError } from '#lib/http/api-error.ts';
import type { Person } from '#lib/store/editing-schema.ts';
import { isEditable, requireRepository, type Desk } from './desk.ts';
import type { Proposal } from './repository.ts';

/** The proposals of the repository, for the list of changes. Those that were opened for review are left out. */
export async function listProposals(desk: Desk) {
  const proposals = (await desk.repository?.proposals()) ?? [];
  const taken = new Set((await desk.changeSets.list(allStates)).map(keyOf));
  return proposals
    .filter(({ name, commit }) => !taken.has(`${name} ${commit.id}`))
    .map((proposal) => ({
      ...{ name: proposal.name, message: proposal.commit.message.split('\n')[0] ?? '' },
      ...{ author: proposal.commit.author.name, at: proposal.commit.at, files: proposal.files.length },
      refusal: refusalOf(proposal),
    }));
}

const allStates = ['editing', 'review', 'returned', 'scheduled', 'published'] as const;

function keyOf({ branch, branch_commit }: { branch: string | null; branch_commit: string | null }): string {
  return `${branch} ${branch_commit}`;
}

function refusalOf({ refusal, files }: Proposal): string | undefined {
  if (refusal !== undefined) return refusal;
  const refused = files.find((file) => file.refusal !== undefined);
  if (refused) return `${refused.path}: ${refused.refusal}`;
  const other = files.find(({ path }) => !isEditable(path));
  return other && `${other.path}: only texts can be published from here`;
}

/**
 * Makes drafts of a proposal's files, in a change set in review, which people then handle like any other. Returns its id.
 * @throws ApiError INVALID_REQUEST if it is gone, is refused, or touches a file with a draft
 */
export async function takeProposal(desk: Desk, name: string, { who }: { who: Person }): Promise<string> {
  const repository = requireRepository(desk);
  const proposal = (await repository.proposals()).find((each) => each.name === name);
  if (!proposal || proposal.files.length === 0) {
    throw refused('This proposal is not there any more.', 'Load the page again.');
  }
  const refusal = refusalOf(proposal);
  if (refusal) throw refused(`It can’t be published: ${refusal}.`, 'Ask its author to correct it.');
  const drafts = await desk.drafts.list();
  const taken = proposal.files.find(({ path }) => drafts.some((draft) => draft.path === path));
  if (taken) {
    throw refused(`${taken.path} has a draft already.`, 'Publish or discard that draft first.');
  }
  const files = await Promise.all(
    proposal.files.map(async ({ path, basedOn, blob }) => ({
      ...{ path, basedOn },
      text: blob === null ? null : (await repository.readBlob(blob)).toString('utf8'),
    })),
  );
  const { author, message, id: commit } = proposal.commit;
  return desk.changeSets.propose(
    { branch: name, commit, title: message.split('\n')[0] ?? name, sentence: message.trim(), author, files },
    { who, now: Date.now() },
  );
}

function refused(message: string, resolution: string): ApiError {
  return new ApiError('INVALID_REQUEST', { message, resolution });
}
