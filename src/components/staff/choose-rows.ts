/**
 * Connects the boxes of a list with those that choose all of it, ticks ranges with the Shift key, and says how many are
 * chosen. Without it, the server chooses all.
 */
export function connectChoice(bar: HTMLElement): void {
  const form = bar.closest('form');
  const status = bar.querySelector('[role="status"]');
  if (!form || !status) return;
  const all = [...bar.querySelectorAll<HTMLInputElement>('[name="all"]')];
  const page = all.find(({ value }) => value === 'page');
  const matching = all.find(({ value }) => value === 'matching');
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[name="reference"]:enabled')];
  let last: HTMLInputElement | undefined;

  const show = () => {
    const ticked = boxes.filter(({ checked }) => checked).length;
    if (page) {
      page.checked = ticked === boxes.length;
      page.indeterminate = ticked > 0 && ticked < boxes.length;
    }
    if (matching?.checked && ticked < boxes.length) matching.checked = false;
    if (ticked === 0 && status.textContent === '') return;
    const count = matching?.checked ? (matching.dataset['count'] ?? '') : String(ticked);
    status.textContent = (bar.dataset['chosen'] ?? '').replace('{count}', count);
  };
  const tick = (some: readonly HTMLInputElement[], checked: boolean) => {
    for (const box of some) box.checked = checked;
    show();
  };
  for (const each of all) each.addEventListener('change', () => tick(boxes, each.checked));
  for (const box of boxes) {
    box.addEventListener('click', ({ shiftKey }) => {
      const range = [boxes.indexOf(last ?? box), boxes.indexOf(box)].sort((a, b) => a - b);
      const [from = 0, to = 0] = shiftKey ? range : [boxes.indexOf(box), boxes.indexOf(box)];
      tick(boxes.slice(from, to + 1), box.checked);
      last = box;
    });
  }
  // A browser restores ticked boxes when someone goes back.
  window.addEventListener('pageshow', show);
  for (const hint of bar.querySelectorAll<HTMLElement>('[hidden]')) hint.hidden = false;
  show();
}
