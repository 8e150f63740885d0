import { find, findAs } from './elements.ts';
import type { SaveState } from './saving.ts';

const texts: Readonly<Record<Exclude<SaveState['kind'], 'saved' | 'refused'>, string>> = {
  unchanged: '',
  saving: 'Saving ...',
  unsaved: 'Not saved yet',
  offline: 'No connection. Your text is kept in this browser and saved when the connection is back.',
  conflict: 'Not saved: someone else changed the same paragraph.',
};

/** Says whether the text is saved: "Saved 14:03", and leads to the changes that it is part of. */
export function showSaveState(state: SaveState): void {
  const line = find('.editor-state');
  line.dataset['state'] = state.kind;
  if (state.kind === 'saved') line.textContent = `Saved ${timeOf(state.at)}`;
  else if (state.kind === 'refused') line.textContent = `Not saved: ${state.reason}`;
  else line.textContent = texts[state.kind];
  // Screen readers would read the states of every pause in typing.
  if (!['saving', 'unsaved', 'unchanged'].includes(state.kind))
    announce('#save-announcement', line.textContent);
  if (state.kind === 'saved') showNextStep(state.changeSet);
}

/** Says something to people who use a screen reader. The same sentence is said once. */
function announce(selector: string, sentence: string): void {
  const region = find(selector);
  if (region.textContent !== sentence) region.textContent = sentence;
}

/** Says how many problems the text has, when that changes. */
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

/** Names the others who have the entry open. */
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
