import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path';
import { ApiError, isApiError } from '#lib/http/api-error.ts';
import type { Person } from '#lib/store/desk/editing-schema.ts';
import { isEditable, maxTextLength, requireRepository, type Desk } from '#lib/editing/desk.ts';
import { isPicture, toDraftText } from '#lib/editing/draft-files.ts';
import type { ContentRepository, ProposedFile, Proposal } from '#lib/editing/git/repository.ts';
import { checkPicture } from '#lib/editing/store-picture.ts';

/** Of all pictures of a proposal: drafts are rows of the database. */
const maxPictures = 50 * 1024 * 1024;

/** The proposals of the repository, for the list of changes. Those that were opened for review are left out. */
export async function listProposals(desk: Desk, page = 1) {
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
  if (refused) return `${refused.path}: ${refused.refusal}`;
  const other = files.find(({ path }) => !isEditable(path) && !isPictureOfEntry(path));
  if (other) return `${other.path}: only texts and pictures can be published from here`;
  const long = files.find(({ path, size }) => !isPicture(path) && size > maxTextLength);
  if (long) return `${long.path}: longer than ${maxTextLength / 1024} KiB`;
  const size = files.reduce((sum, each) => sum + (isPicture(each.path) ? each.size : 0), 0);
  return size > maxPictures ? `its pictures are larger than ${maxPictures >> 20} MiB` : undefined;
}

function isPictureOfEntry(path: string): boolean {
  return isPicture(path) && /^\w+(?:\/[a-z\d][\w.-]*)+$/i.test(path) && path.length <= 200;
}

/**
 * Makes drafts of a proposal's files, in a change set in review, which people then handle like any other. Who does this
 * counts as their author. Returns its id.
 * @throws ApiError INVALID_REQUEST if it is gone, is refused, or touches a file with a draft
 */
export async function takeProposal(desk: Desk, name: string, { who }: { who: Person }): Promise<string> {
  const repository = requireRepository(desk);
  const proposal = await repository.proposal(name);
  if (!proposal || proposal.files.length === 0) {
    throw refused('This proposal is not there any more.', 'Load the page again.');
  }
  const refusal = refusalOf(proposal);
  if (refusal) throw refused(`It can’t be published: ${refusal}.`, 'Ask its author to correct it.');
  const drafts = await desk.drafts.list();
  const isDrafted = new Set(drafts.flatMap(({ path, movedFrom }) => [path, movedFrom]));
  const taken = proposal.files.find(({ path }) => isDrafted.has(path));
  if (taken) {
    throw refused(`${taken.path} has a draft already.`, 'Publish or discard that draft first.');
  }
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

/** Anybody can write any name and address into a commit, so it decides nothing. */
function saysBy({ commit: { author } }: Proposal): string {
  return `${author.name} <${author.email}>`.replaceAll(/[\s\p{C}]+/gu, ' ').slice(0, 200);
}

/** The text of a draft. Pictures are checked and stored like those that editors add. */
async function readDraft(
  repository: ContentRepository,
  { path, blob }: Pick<ProposedFile, 'path'> & { blob: string },
): Promise<string> {
  const content = await repository.readBlob(blob);
  if (isPicture(path)) return readPicture(path, content);
  if (!isUtf8(content)) throw refused(`${path} is not text in UTF-8.`, 'Ask its author to correct it.');
  return content.toString('utf8');
}

/** Texts name a picture with its ending, so it cannot become one of another format. */
async function readPicture(path: string, content: Buffer): Promise<string> {
  const { bytes, format } = await checkPicture(content).catch((error: unknown) => {
    if (!isApiError(error)) throw error;
    throw refused(`${path}: ${error.message}`, error.resolution);
  });
  const ending = extname(path).slice(1).toLowerCase();
  if (ending === format || (ending === 'jpg' && format === 'jpeg')) return toDraftText(bytes, format);
  throw refused(
    `${path} would be stored as ${format.toUpperCase()}, which its name does not say.`,
    'Ask its author to save it as JPEG, PNG, WebP, AVIF, GIF or SVG, and to name it so.',
  );
}

function refused(message: string, resolution: string): ApiError {
  return new ApiError('INVALID_REQUEST', { message, resolution });
}
