import { EditorView } from '@codemirror/view';
import type { EditorProblem } from '#lib/editing/editor-types.ts';
import { fieldId, placeLabel } from '#lib/editing/problem-address.ts';
import { find } from './elements.ts';
import { openField, sentenceAt } from './field-problems.ts';
import { openDetailsAt } from './folded-details.ts';
import { sentenceOf } from './problem-list.ts';

/**
 * Leads to problems: to a field of the details, or to a line of the text. What is wrong at the line stands above the
 * text until it is fixed.
 */
export function connectProblemPlaces(view: EditorView) {
  const note = find('#problem-here');
  /** Undefined until the text was checked. */
  let problems: readonly EditorProblem[] | undefined;
  let here: { line: number; sentences?: readonly string[] } | undefined;
  /** A place that waits for the check of the text: a field that the form does not have leads to its line. */
  let pending = '';

  function openLine(line: number): void {
    find('#tab-text').click();
    const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
    openDetailsAt(view, from);
    view.dispatch({ selection: { anchor: from } });
    view.focus();
    here = { line };
    showNote();
    showCursor();
  }

  function showCursor(): void {
    const { head } = view.state.selection.main;
    view.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'center' }) });
  }

  function showNote(): void {
    if (!here || !problems) return;
    const { line } = here;
    const isFirst = here.sentences === undefined;
    const sentences = (here.sentences ??= problems.filter((each) => each.line === line).map(sentenceOf));
    const left = problems.filter((each) => sentences.includes(sentenceOf(each)));
    const text = left.map((each) => `${placeLabel({ line: each.line })}: ${sentenceOf(each)}`).join(' ');
    if (note.textContent === text) return;
    note.textContent = text;
    // The note moves the text down.
    if (isFirst && view.hasFocus) showCursor();
  }

  /** @param place the id of a field, or `line-12` */
  function open(place: string): void {
    const field = document.getElementById(place);
    pending = '';
    if (place.startsWith('field-') && field) {
      find('#tab-fields').click();
      return openField(field);
    }
    const known = problems?.find((each) => each.field && fieldId(each.field) === place);
    const line = Number(/^line-(\d+)$/.exec(place)?.[1] ?? known?.line);
    if (line > 0) openLine(line);
    else pending = place;
  }

  return {
    /** Opens the place that the fragment of the page's address names. */
    openAddressed: (): void => {
      const place = decode(location.hash.slice(1));
      // Without the fragment, a second link to the same place leads there again.
      history.replaceState(null, '', location.pathname + location.search);
      open(place);
    },

    goTo: ({ line, field }: EditorProblem) => open(isInForm(field) ? fieldId(field) : `line-${line}`),

    show(found: readonly EditorProblem[]): void {
      problems = found;
      showNote();
      if (pending) open(pending);
      // A problem that appears later must not move the cursor of someone who types.
      pending = '';
    },
  };
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // Someone has typed a `%`.
    return fragment;
  }
}

/** The name of a problem's field in the form, or `Line 12`. */
export function labelOfPlace({ line, field }: EditorProblem): string {
  return placeLabel(isInForm(field) ? { line, field } : { line });
}

/** What is wrong there, and how to fix it. */
export function describeProblem(problem: EditorProblem): string {
  const field = problem.field && document.getElementById(fieldId(problem.field));
  return field ? sentenceAt(field, problem) : sentenceOf(problem);
}

function isInForm(field: EditorProblem['field']): field is NonNullable<EditorProblem['field']> {
  return field !== undefined && document.getElementById(fieldId(field)) !== null;
}
