import { Annotation, StateEffect, StateField, type Extension } from '@codemirror/state';
import { showPanel, type EditorView, type Panel } from '@codemirror/view';
import { pastedTexts } from '#lib/i18n/en/editor.ts';
import { button, element } from './elements.ts';

/** Text that was pasted with its formatting, and the same as plain text. */
type Pasted = { from: number; to: number; plain: string };

const setPasted = StateEffect.define<Pasted | null>();

/** Marks changes that add the pictures of a pasted text, so that the bar stays. */
export const addsPicture = Annotation.define<boolean>();

const pastedField = StateField.define<Pasted | null>({
  create: () => null,
  update(pasted, transaction) {
    for (const effect of transaction.effects) if (effect.is(setPasted)) return effect.value;
    if (!pasted || !transaction.docChanged) return pasted;
    if (transaction.annotation(addsPicture) !== true) return null;
    const { changes } = transaction;
    return { ...pasted, from: changes.mapPos(pasted.from, -1), to: changes.mapPos(pasted.to, 1) };
  },
  provide: (field) => showPanel.from(field, (pasted) => (pasted ? createBar : null)),
});

/** A bar below the text, after formatted text was pasted, with a button that makes it plain text. */
export function pastedBar(): Extension {
  return pastedField;
}

export function offerPlainText(pasted: Pasted): StateEffect<Pasted | null> {
  return setPasted.of(pasted);
}

function createBar(view: EditorView): Panel {
  const close = () => {
    view.dispatch({ effects: setPasted.of(null) });
    view.focus();
  };
  const makePlain = () => {
    const pasted = view.state.field(pastedField);
    if (!pasted) return;
    const { from, to, plain } = pasted;
    view.dispatch({
      changes: { from, to, insert: plain },
      selection: { anchor: from + plain.length },
      effects: setPasted.of(null),
      userEvent: 'input',
      scrollIntoView: true,
    });
    view.focus();
  };
  const dom = element(
    'div',
    { class: 'cm-bar', role: 'status' },
    element('span', {}, pastedTexts.pasted),
    button(pastedTexts.asPlainText, makePlain),
    button(pastedTexts.keep, close),
  );
  dom.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  return { dom };
}
