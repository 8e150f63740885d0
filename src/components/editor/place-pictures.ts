import { StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { pastedTexts } from '#lib/i18n/en/editor.ts';
import type { ReadablePicture } from './pasted-pictures.ts';

/** A picture whose description is asked for. `at` is its place in the text. */
export type PlaceablePicture = Pick<ReadablePicture, 'file' | 'alt' | 'at'>;

/** Asks for the description of a picture. Resolves when the dialog is closed; `at` is the place of the picture then. */
type AskForPicture = (
  picture: { picture: File | undefined; alt: string; note?: string },
  at: () => number,
) => Promise<void>;

const setPlaces = StateEffect.define<readonly number[]>();

/** The places of the pictures, which move when the text changes. */
export const picturePlaces = StateField.define<readonly number[]>({
  create: () => [],
  update(places, { effects, changes, docChanged }) {
    for (const effect of effects) if (effect.is(setPlaces)) return effect.value;
    return docChanged ? places.map((place) => changes.mapPos(place, 1)) : places;
  },
});

/** Asks for the description of each picture, one after the other. Those that are cancelled are left out. */
export async function placePictures(
  view: EditorView,
  pictures: readonly PlaceablePicture[],
  { isPasted, ask }: { isPasted: boolean; ask: AskForPicture },
): Promise<void> {
  view.dispatch({ effects: setPlaces.of(pictures.map(({ at }) => at)) });
  for (const [index, { file: picture, alt }] of pictures.entries()) {
    const name = pastedTexts.picture({ number: index + 1, count: pictures.length });
    const note = picture ? name : pastedTexts.chooseFile({ picture: name });
    await ask(
      { picture, alt, ...(isPasted && { note }) },
      () => view.state.field(picturePlaces)[index] ?? view.state.doc.length,
    );
  }
}
