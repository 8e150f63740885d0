import { searchStatusText as text } from '#lib/i18n/en/search.ts';
import { itemOf } from './dialog-results.ts';
import { findInBrowser } from './search-sources.ts';

const maxShown = 50;

/** Connects the search page of a static host, which searches the index in the browser. */
export function connectStaticSearch(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('[data-static-search]');
  const input = form?.querySelector('input');
  const list = page.querySelector('[data-static-results]');
  const status = page.querySelector('[data-static-status]');
  if (!form || !input || !list || !status) return;
  input.value = new URLSearchParams(page.location.search).get('q') ?? '';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const address = new URL(page.location.href);
    address.searchParams.set('q', input.value);
    history.replaceState(null, '', address);
    void show();
  });
  void show();

  async function show(): Promise<void> {
    const query = input?.value.trim() ?? '';
    if (query === '' || !list || !status) return;
    try {
      const { pages, total } = await findInBrowser(query, maxShown);
      list.replaceChildren(...pages.map(itemOf));
      status.textContent = text.foundFor({ total, query });
    } catch {
      status.textContent = text.failed;
    }
  }
}
