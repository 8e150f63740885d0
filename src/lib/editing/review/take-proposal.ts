import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path';
import { ApiError, isApiError } from '#lib/http/api-error.ts';
import { proposalErrors as errors, proposalRefusals as refusals } from '#lib/i18n/en/proposals.ts';
import type { Person } from '#lib/store/desk-schema.ts';
import { isEditable, requireRepository, type EditingDesk } from '#lib/editing/desk.ts';
import { maxTextLength } from '#lib/content/front-matter.ts';
import { isPicture, toDraftText } from '#lib/editing/draft-files.ts';
import type { ContentRepository, ProposedFile, Proposal } from '#lib/repository/repository.ts';
import { checkPicture } from '#lib/editing/store-picture.ts';

/** Maximum total size of a proposal's pictures, in bytes, because drafts are stored in the database. */
const maxPictures = 50 * 1024 * 1024;

/** Lists the proposals that nobody has opened for review yet, for the list of changes. */
export async function listProposals(desk: EditingDesk, page = 1) {
  const { proposals = [], pages = 1 } = (await desk.repository?.proposals(page)) ?? {};
  const taken = new Set((await desk.changeSets.listProposed()).map(keyOf));
  const shown = proposals
    .filter(({ name, commit }) => !taken.has(`${name} ${commit.id}`))
    .map((proposal) => ({
      name: proposal.name,
      message: proposal.commit.message.split('\n')[0] ?? '',
      saysBy: saysBy(proposal),
      at: proposal.commit.at,
      files: proposal.files.length,
      refusal: refusalOf(proposal),
    }));
  return { shown, page: Math.min(page, pages), pages };
}

function keyOf({ branch, branch_commit }: { branch: string | null; branch_commit: string | null }): string {
  return `${branch} ${branch_commit}`;
}

function refusalOf({ refusal, files }: Proposal): string | undefined {
  if (refusal !== undefined) return refusal;
  const refused = files.find((file) => file.refusal !== undefined);
  if (refused?.refusal !== undefined) {
    return refusals.ofFile({ file: refused.path, reason: refused.refusal });
  }
  const other = files.find(({ path }) => !isEditable(path) && !isPictureOfEntry(path));
  if (other) return refusals.ofFile({ file: other.path, reason: refusals.otherFile });
  const long = files.find(({ path, size }) => !isPicture(path) && size > maxTextLength);
  if (long) {
    const reason = refusals.longText({ kibibytes: maxTextLength / 1024 });
    return refusals.ofFile({ file: long.path, reason });
  }
  const size = files.reduce((sum, each) => sum + (isPicture(each.path) ? each.size : 0), 0);
  return size > maxPictures ? refusals.largePictures({ mebibytes: maxPictures >> 20 }) : undefined;
}

function isPictureOfEntry(path: string): boolean {
  return isPicture(path) && /^\w+(?:\/[a-z\d][\w.-]*)+$/i.test(path) && path.length <= 200;
}

/**
 * Turns the files of a proposal into drafts of a new change set in review. The person who does this counts as their
 * author. Returns the id of the change set.
 * @throws ApiError INVALID_REQUEST if the proposal is gone, can't be published, or changes a file that has a draft
 */
export async function takeProposal(
  desk: EditingDesk,
  name: string,
  { who }: { who: Person },
): Promise<string> {
  const repository = requireRepository(desk);
  const proposal = await repository.proposal(name);
  if (!proposal || proposal.files.length === 0) throw new ApiError('INVALID_REQUEST', errors.gone);
  const reason = refusalOf(proposal);
  if (reason !== undefined) throw new ApiError('INVALID_REQUEST', errors.refused({ reason }));
  const drafts = await desk.drafts.listAll();
  const isDrafted = new Set(drafts.flatMap(({ path, movedFrom }) => [path, movedFrom]));
  const taken = proposal.files.find(({ path }) => isDrafted.has(path));
  if (taken) throw new ApiError('INVALID_REQUEST', errors.drafted({ file: taken.path }));
  const files: { path: string; basedOn: string | null; text: string | null }[] = [];
  for (const { path, basedOn, blob } of proposal.files) {
    files.push({ path, basedOn, text: blob === null ? null : await readDraft(repository, { path, blob }) });
  }
  const { message, id: commit } = proposal.commit;
  const [title = name] = message.split('\n');
  return desk.changeSets.propose(
    { branch: name, commit, title, sentence: message.trim(), saysBy: saysBy(proposal), files },
    { who, now: Date.now() },
  );
}

/** The author that the commit claims. Only for display: anyone can write any name into a commit. */
function saysBy({ commit: { author } }: Proposal): string {
  return `${author.name} <${author.email}>`.replaceAll(/[\s\p{C}]+/gu, ' ').slice(0, 200);
}

/** The text of the draft. Pictures are checked and converted like pictures that editors upload. */
async function readDraft(
  repository: ContentRepository,
  { path, blob }: Pick<ProposedFile, 'path'> & { blob: string },
): Promise<string> {
  const content = await repository.readBlob(blob);
  if (isPicture(path)) return readPicture(path, content);
  if (!isUtf8(content)) throw new ApiError('INVALID_REQUEST', errors.notText({ file: path }));
  return content.toString('utf8');
}

/** Rejects a picture that would be converted to another format, because texts refer to it with its extension. */
async function readPicture(path: string, content: Buffer): Promise<string> {
  const { bytes, format } = await checkPicture(content).catch((error: unknown) => {
    if (!isApiError(error)) throw error;
    const { message, resolution } = error;
    throw new ApiError('INVALID_REQUEST', {
      message: refusals.ofFile({ file: path, reason: message }),
      resolution,
    });
  });
  const ending = extname(path).slice(1).toLowerCase();
  if (ending === format || (ending === 'jpg' && format === 'jpeg'))
    return toDraftText(bytes, `image/${format}`);
  throw new ApiError('INVALID_REQUEST', errors.wrongExtension({ file: path, format: format.toUpperCase() }));
}
