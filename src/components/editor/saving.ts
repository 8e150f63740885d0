import { mergeTexts, type MergedText } from '#lib/editing/merge.ts';
import type { SaveConflict, Saved } from '#lib/editing/save-draft.ts';
import { RefusedError, type DeskClient } from './desk-client.ts';
import { createLocalCopy } from './local-copy.ts';

/** What is stored on the server, as this browser knows it. */
export type Stored = { version: number; basedOn: string | null; text: string };

export type SaveState =
  | { kind: 'saved'; at: number; changeSet: string }
  | { kind: 'unchanged' | 'saving' | 'unsaved' | 'offline' | 'conflict' }
  | { kind: 'refused'; reason: string };

type SavingOptions = {
  file: string;
  client: DeskClient;
  stored: Stored;
  readText: () => string;
  /** Shows a text in which changes of others are merged. */
  onMerged: (text: string, by: string | undefined) => void;
  /** Saving goes on after `resolve`. */
  onConflict: (merged: MergedText, by: string | undefined) => void;
  onState: (state: SaveState) => void;
  onPeople: (people: Saved['people']) => void;
};

/** In milliseconds. */
const pause = 800;
const retryAfter = 5_000;
const seenEvery = 10_000;

export type Saving = ReturnType<typeof createSaving>;

/**
 * Saves the text after each pause in typing. What the server does not have yet is kept in this browser, and merged when
 * the connection is back.
 */
export function createSaving(options: SavingOptions) {
  const { file, client, readText, onMerged, onConflict, onState, onPeople } = options;
  const copy = createLocalCopy(file);
  let stored = options.stored;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;
  let running = Promise.resolve();
  let isInConflict = false;

  const isChanged = () => readText() !== stored.text;

  function changed(): void {
    copy.keep({ ...stored, mine: readText() });
    if (isInConflict) return;
    onState({ kind: isChanged() ? 'unsaved' : 'unchanged' });
    schedule(pause);
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), wait);
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    if (!isSaving && !isInConflict && isChanged()) running = send();
    return running;
  }

  /** Saves all of it. @returns false if that failed: the state says why */
  async function finish(): Promise<boolean> {
    if (isSaving) await running;
    await save();
    return !isChanged() && !isInConflict;
  }

  async function send(): Promise<void> {
    isSaving = true;
    onState({ kind: 'saving' });
    const text = readText();
    try {
      const { version, basedOn } = stored;
      const result = await client.save({ file, version, basedOn, text });
      if ('conflict' in result) merge(result.conflict);
      else take(text, result.saved);
    } catch (error) {
      if (error instanceof RefusedError) onState({ kind: 'refused', reason: error.message });
      else onState({ kind: 'offline' });
      schedule(retryAfter);
    } finally {
      isSaving = false;
    }
  }

  function take(text: string, { version, savedAt, basedOn, changeSet, people }: Saved): void {
    stored = { version, basedOn, text };
    onPeople(people);
    if (isChanged()) return changed();
    copy.forget();
    onState({ kind: 'saved', at: savedAt, changeSet });
  }

  /** Merges what someone else saved, or what was published in the meantime. */
  function merge({ reason, base, text: theirs, version, basedOn, savedBy }: SaveConflict): void {
    const begun = reason === 'saved' && stored.version > 0 ? stored.text : base;
    stored = { version, basedOn, text: theirs };
    apply({ base: begun, mine: readText(), theirs }, savedBy);
  }

  function apply(texts: { base: string; mine: string; theirs: string }, by: string | undefined): void {
    const merged = mergeTexts(texts);
    isInConflict = merged.conflicts.length > 0;
    if (!isInConflict) {
      onMerged(merged.text, by);
      schedule(0);
      return;
    }
    onState({ kind: 'conflict' });
    onConflict(merged, by);
  }

  /** Restores what this browser kept because the server did not have it. */
  function restore(): void {
    const kept = copy.read();
    if (!kept || kept.mine === stored.text) return copy.forget();
    if (kept.version === stored.version && kept.text === stored.text) {
      onMerged(kept.mine, undefined);
      schedule(0);
    } else apply({ base: kept.text, mine: kept.mine, theirs: stored.text }, undefined);
  }

  async function see(): Promise<void> {
    if (document.hidden) return;
    const state = await client.state(file).catch(() => undefined);
    if (!state) return;
    onPeople(state.people);
    if (state.version === stored.version && !state.isOutdated) return;
    if (isSaving || isInConflict) return;
    const { version, basedOn } = stored;
    const result = await client.save({ file, version, basedOn, text: readText() }).catch(() => undefined);
    if (result && 'conflict' in result) merge(result.conflict);
  }

  addEventListener('online', () => schedule(0));
  const seeing = setInterval(() => void see(), seenEvery);
  return {
    changed,
    restore,
    save,
    finish,
    /** Saves the text in which a person resolved the conflicts. */
    resolve() {
      isInConflict = false;
      schedule(0);
    },
    stop() {
      clearInterval(seeing);
      clearTimeout(timer);
    },
  };
}
