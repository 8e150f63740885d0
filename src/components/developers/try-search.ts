/** Shows the API's answer to what the form asks below it, in place of opening it. */
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
  const begun = performance.now();
  answer.hidden = false;
  try {
    const response = await fetch(address);
    const json = JSON.stringify(await response.json(), null, 2);
    const left = response.headers.get('X-RateLimit-Remaining');
    const took = `${Math.round(performance.now() - begun)} ms`;
    body.textContent = json;
    status.textContent = [`GET ${address}`, String(response.status), took, left && `${left} requests left`]
      .filter(Boolean)
      .join(' · ');
  } catch {
    body.textContent = '';
    status.textContent = 'The search could not be reached. Try again in a minute.';
  }
}
