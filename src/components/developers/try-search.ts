import { trySearchText } from '#lib/i18n/en/developers.ts';

/** Shows the API's response below the form instead of opening it. */
export function connectTrySearch(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void show(form);
  });
}

async function show(form: HTMLFormElement): Promise<void> {
  const answer = form.querySelector<HTMLElement>('[data-answer]');
  const status = form.querySelector('[data-answer-status]');
  const body = form.querySelector('[data-answer-body]');
  if (!answer || !status || !body) return;
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') parameters.append(name, value);
  }
  const address = `${form.getAttribute('action') ?? ''}?${parameters}`;
  const started = performance.now();
  answer.hidden = false;
  try {
    const response = await fetch(address);
    const json = JSON.stringify(await response.json(), null, 2);
    const remaining = response.headers.get('X-RateLimit-Remaining');
    const duration = `${Math.round(performance.now() - started)} ms`;
    body.textContent = json;
    status.textContent = [
      `GET ${address}`,
      String(response.status),
      duration,
      remaining && trySearchText.requestsLeft({ count: remaining }),
    ]
      .filter(Boolean)
      .join(' · ');
  } catch {
    body.textContent = '';
    status.textContent = trySearchText.failed;
  }
}
