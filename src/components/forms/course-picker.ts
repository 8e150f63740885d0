import { courseTotals } from '#lib/i18n/en/forms.ts';
import { createMoneyFormat } from '#lib/i18n/format.ts';

/** Shows the courses of the chosen term and level, and the totals of the chosen courses. */
export function connectCoursePicker(form: HTMLFormElement): void {
  const picker = form.querySelector<HTMLElement>('[data-course-picker]');
  const term = form.querySelector<HTMLSelectElement>('[name="term"]');
  const filter = picker?.querySelector<HTMLElement>('[data-course-filter]');
  const level = filter?.querySelector('select');
  if (!picker || !term || !filter || !level) return;

  const update = () => {
    const chosen = showMatching(picker, { term: term.value, level: level.value });
    showTotals(picker, chosen);
  };
  filter.hidden = false;
  form.addEventListener('change', update);
  update();
}

type Chosen = { credits: number; fee: number };

/** A chosen course stays visible at any level. It is unchecked if the term does not offer it. */
function showMatching(picker: HTMLElement, { term, level }: { term: string; level: string }): Chosen[] {
  const chosen: Chosen[] = [];
  for (const item of picker.querySelectorAll<HTMLLIElement>('[data-level]')) {
    const box = item.querySelector('input');
    if (!box) continue;
    let fee: number | undefined;
    for (const offer of item.querySelectorAll<HTMLElement>('[data-term]')) {
      offer.hidden = offer.dataset['term'] !== term;
      if (!offer.hidden) fee = Number(offer.dataset['fee']);
    }
    if (fee === undefined) box.checked = false;
    item.hidden = fee === undefined || (level !== '' && item.dataset['level'] !== level && !box.checked);
    if (box.checked && fee !== undefined) chosen.push({ credits: Number(item.dataset['credits']), fee });
  }
  return chosen;
}

function showTotals(picker: HTMLElement, chosen: readonly Chosen[]): void {
  const totals = picker.querySelector('[data-course-totals]');
  if (!totals) return;
  const sum = (part: keyof Chosen) => chosen.reduce((total, each) => total + each[part], 0);
  const money = createMoneyFormat(document.documentElement.lang, picker.dataset['currency'] ?? 'GBP');
  const text = courseTotals({
    count: chosen.length,
    credits: sum('credits'),
    fee: money.format(sum('fee')),
  });
  if (totals.textContent !== text) totals.textContent = text;
}
