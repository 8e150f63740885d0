import { hasRole, type StaffMember } from '#lib/auth/staff-types.ts';
import { readField } from '#lib/http/form-field.ts';
import { listProposals, takeProposal } from '#lib/editing/review/take-proposal.ts';
import { requireRepository, type EditingDesk } from '#lib/editing/desk.ts';
import { readChangeSet } from '#lib/editing/review/change-view.ts';
import { actOnChangeSet, requireAction } from '#lib/editing/review/review.ts';
import type { ChangeSetState } from '#lib/store/desk-schema.ts';
import { changesAddress, confirmed, toMoment } from './desk-pages.ts';
import { readDetailNames } from './editor-page.ts';
import { readPublishedFiles } from './published-files.ts';
import { makePreviewLink, previewAddress } from './shared-previews.ts';
import type { DeskServices } from './require-desk.ts';

type Opened = { id: string; member: StaffMember };

/** Reads what the page of a change set shows. `view` is undefined if it is unknown. */
export async function readChangePage(services: DeskServices, { id, member }: Opened) {
  const { desk, staff } = services;
  const view = await readChangeSet(desk, id, { member, names: await readDetailNames(services) });
  const links = await Promise.all(
    (view?.links ?? []).map(async (link) => ({ ...link, address: await previewAddress(services, link) })),
  );
  const files = view?.set.state === 'published' ? await readPublishedFiles(desk, view.set) : [];
  return { view, links, files, history: view ? await staff.log.about(id) : [] };
}

/** Handles a form of the page of a change set. Returns the next address. @throws ApiError */
export async function actOnChangePage(services: DeskServices, form: FormData, { id, member }: Opened) {
  const { desk } = services;
  if (form.get('action') === 'link') {
    requireRepository(desk);
    await requireAction(desk, { id, action: 'link', member });
    await makePreviewLink(services, { form, id, who: member });
    return `${await confirmed(services, changesAddress(id), id)}#preview-links`;
  }
  await actOnChangeSet(form, desk, { id, member, toMoment });
  const isGone = (await desk.changeSets.find(id)) === undefined;
  if (!isGone) return confirmed(services, changesAddress(id), id);
  return form.get('action') === 'move' ? changesAddress(readField(form, 'set')) : '/staff/content/changes';
}

/** Reads the list of changes, and records that the person uses the desk. */
export async function readChangesPage(desk: EditingDesk, member: StaffMember, proposalsPage: number) {
  const person = { email: member.email, name: member.name };
  await desk.people.see(person, { isReviewer: hasRole(member, 'reviewer'), now: Date.now() });
  return {
    groups: await listOpenChanges(desk),
    published: await desk.changeSets.list(['published'], 20),
    proposals: await listProposals(desk, proposalsPage),
    wantsMails: await desk.people.wantsMails(member.email),
  };
}

/** Handles the forms of the list of changes. Returns the next address. */
export async function actOnChangesPage(desk: EditingDesk, form: FormData, who: StaffMember): Promise<string> {
  const wants = readField(form, 'emails');
  if (wants === '') return changesAddress(await takeProposal(desk, readField(form, 'proposal'), { who }));
  await desk.people.setWantsMails({ email: who.email, name: who.name }, wants === 'on', Date.now());
  return '/staff/content/changes#emails';
}

/** Lists the change sets that are not published, by what happens to them next. */
async function listOpenChanges({ changeSets }: EditingDesk) {
  const open = await changeSets.list(['review', 'scheduled', 'returned', 'editing']);
  const inState = (...states: ChangeSetState[]) => open.filter(({ state }) => states.includes(state));
  return [
    {
      id: 'review',
      title: 'To be reviewed',
      empty: 'No changes are waiting for review.',
      sets: inState('review'),
    },
    {
      id: 'scheduled',
      title: 'Approved and scheduled',
      empty: 'No changes are scheduled.',
      sets: inState('scheduled'),
    },
    {
      id: 'writing',
      title: 'Being written',
      empty: 'Nobody is working on changes.',
      sets: inState('returned', 'editing'),
    },
  ];
}
