import { editorErrors } from '#lib/i18n/en/editor.ts';
import { button, element, find, findAs } from './elements.ts';
import type { SaveState } from './saving.ts';

const texts: Readonly<Record<Exclude<SaveState['kind'], 'saved' | 'refused'>, string>> = {
  unchanged: '',
  saving: 'Saving ...',
  unsaved: 'Not saved yet',
  offline: editorErrors.offline,
  conflict: editorErrors.conflict,
  outdated: editorErrors.outdated,
  gone: editorErrors.gone,
};

/** Shows whether the text is saved, such as "Saved 14:03", and a link to its change set. */
export function showSaveState(state: SaveState): void {
  const line = find('.editor-state');
  // Reported with each heartbeat. Writing it again would take the focus from its button.
  if (state.kind === 'outdated' && line.dataset['state'] === 'outdated') return;
  line.dataset['state'] = state.kind;
  if (state.kind === 'saved') line.textContent = `Saved ${timeOf(state.at)}`;
  else if (state.kind === 'refused') line.textContent = editorErrors.notSaved({ reason: state.reason });
  else line.textContent = texts[state.kind];
  // These states are not announced: screen readers would read them at every pause in typing.
  if (!['saving', 'unsaved', 'unchanged'].includes(state.kind))
    announce('#save-announcement', line.textContent);
  if (state.kind === 'refused' && state.isSignedOut) {
    line.append(' ', element('a', { href: '/staff/sign-in', target: '_blank' }, editorErrors.signIn));
  }
  if (state.kind === 'outdated') line.append(' ', button(editorErrors.merge, state.merge));
  if (state.kind === 'saved') showNextStep(state.changeSet);
}

/** Announces a sentence to screen readers, unless it was the last one announced. */
function announce(selector: string, sentence: string): void {
  const region = find(selector);
  if (region.textContent !== sentence) region.textContent = sentence;
}

/** Announces the number of problems when it changes. */
export function announceProblems(count: number): void {
  const sentence =
    count === 0 ? 'No problems' : `${count} ${count === 1 ? 'problem' : 'problems'} in the text`;
  announce('#problem-announcement', sentence);
}

function showNextStep(changeSet: string): void {
  const link = findAs(HTMLAnchorElement, '.editor-next');
  link.href = `/staff/content/changes/${changeSet}`;
  link.hidden = false;
}

/** Shows who else has the entry open. */
export function showPeople(people: readonly { name: string; email: string }[]): void {
  const names = people.map(({ name, email }) => name || email);
  const list = new Intl.ListFormat('en-GB').format(names);
  const text = names.length === 0 ? '' : `${list} ${names.length === 1 ? 'has' : 'have'} this open too.`;
  const line = find('.editor-people');
  if (line.textContent !== text) line.textContent = text;
}

function timeOf(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at);
}
