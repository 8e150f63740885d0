import type { EditorProblem } from '#lib/editing/editor-types.ts';
import { button, element, find } from './elements.ts';

type Actions = { goTo: (problem: EditorProblem) => void; fix: (problem: EditorProblem) => void };

/** Lists problems with a button to go to the line, and one to fix it where a fix is known. */
export function listProblems(
  section: HTMLElement,
  problems: readonly EditorProblem[],
  { goTo, fix }: Actions,
): void {
  const shown = JSON.stringify(problems);
  if (section.dataset['shown'] === shown) return;
  section.dataset['shown'] = shown;
  find('.editor-count', section).textContent = problems.length === 0 ? 'none' : String(problems.length);
  const items = problems.map((problem) => {
    const { line, message, fix: advice, replacement, severity } = problem;
    return element(
      'li',
      { 'data-severity': severity },
      button(`Line ${line}`, () => goTo(problem), { class: 'plain-button' }),
      element('span', {}, `${capitalise(message)}: ${advice}`),
      replacement && button(labelOf(replacement.insert), () => fix(problem)),
    );
  });
  find('ul', section).replaceChildren(...items);
}

function labelOf(insert: string): string {
  const words = insert.length > 40 || insert.includes('\n') ? '' : `: ${insert.trim()}`;
  return `Fix${words}`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
