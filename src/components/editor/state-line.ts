import { find } from './elements.ts';
import type { SaveState } from './saving.ts';

const texts: Readonly<Record<Exclude<SaveState['kind'], 'saved' | 'refused'>, string>> = {
  unchanged: '',
  saving: 'Saving ...',
  unsaved: 'Not saved yet',
  offline: 'No connection. Your text is kept in this browser and saved when the connection is back.',
  conflict: 'Not saved: someone else changed the same paragraph.',
};

/** Says whether the text is saved: "Saved 14:03". */
export function showSaveState(state: SaveState): void {
  const line = find('.editor-state');
  line.dataset['state'] = state.kind;
  if (state.kind === 'saved') line.textContent = `Saved ${timeOf(state.at)}`;
  else if (state.kind === 'refused') line.textContent = `Not saved: ${state.reason}`;
  else line.textContent = texts[state.kind];
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
