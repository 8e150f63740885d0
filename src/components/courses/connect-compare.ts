const most = 3;

/** Disables the other checkboxes of the compare form once three are checked, and shows why. */
export function connectCompare(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('#compare');
  const status = form?.querySelector('[data-compare-status]');
  if (!form || !status) return;
  const boxes = [...form.elements].filter((each) => each instanceof HTMLInputElement);
  const update = () => {
    const isFull = boxes.filter(({ checked }) => checked).length >= most;
    for (const box of boxes) box.disabled = isFull && !box.checked;
    status.textContent = isFull ? (form.dataset['limitText'] ?? '') : '';
  };
  for (const box of boxes) box.addEventListener('change', update);
  update();
}
