import type { ContentProblem } from '#lib/content/checking/problem.ts';
import type { EditorProblem } from '#lib/editing/editor-types.ts';
import { problemAddress } from '#lib/editing/problem-address.ts';
import { button, element, find } from './elements.ts';

type Actions = {
  /** What is wrong, and how to fix it. */
  describe: (problem: EditorProblem) => string;
  /** The name of the place that the button leads to. */
  labelOf: (problem: EditorProblem) => string;
  goTo: (problem: EditorProblem) => void;
  fix: (problem: EditorProblem) => void;
};

/** Lists problems, each with a button that goes to its place, and a button that fixes it if a fix is known. */
export function listProblems(
  section: HTMLElement,
  problems: readonly EditorProblem[],
  { describe, labelOf, goTo, fix }: Actions,
): void {
  showList(section, problems, (problem) => {
    const { replacement, severity } = problem;
    return element(
      'li',
      { 'data-severity': severity },
      button(labelOf(problem), () => goTo(problem), { class: 'plain-button' }),
      element('span', {}, describe(problem)),
      replacement && button(labelOfFix(replacement.insert), () => fix(problem)),
    );
  });
}

/** Lists problems in other entries, each with a link to the entry. Hides the section if there are none. */
export function listElsewhere(section: HTMLElement, problems: readonly ContentProblem[]): void {
  section.hidden = problems.length === 0;
  showList(section, problems, (problem) => {
    const { file, line, severity } = problem;
    const link = element('a', { href: problemAddress(problem), target: '_blank' }, `${file}:${line}`);
    return element('li', { 'data-severity': severity }, link, element('span', {}, sentenceOf(problem)));
  });
}

function showList<Problem>(
  section: HTMLElement,
  problems: readonly Problem[],
  toItem: (problem: Problem) => HTMLElement,
): void {
  const shown = JSON.stringify(problems);
  if (section.dataset['shown'] === shown) return;
  section.dataset['shown'] = shown;
  find('.editor-count', section).textContent = problems.length === 0 ? 'none' : String(problems.length);
  const list = find('ul', section);
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  const items = problems.map(toItem);
  list.replaceChildren(...items);
  if (focused === -1) return;
  // Move the focus to the problem that is now in the same position, or to the heading.
  const next = items[Math.min(focused, items.length - 1)];
  const target = next?.querySelector<HTMLElement>(':is(button, a):last-of-type') ?? find('h2', section);
  target.focus();
}

/** What is wrong, and how to fix it. */
export function sentenceOf({ message, fix }: { message: string; fix: string }): string {
  return `${capitalise(message)}: ${fix}`;
}

function labelOfFix(insert: string): string {
  const words = insert.length > 40 || insert.includes('\n') ? '' : `: ${insert.trim()}`;
  return `Fix${words}`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
