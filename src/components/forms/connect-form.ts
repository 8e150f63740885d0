import { createChallengeWidget, type ChallengeWidget } from './challenge-widget.ts';
import { clearProblem, showProblem, type Problem } from './problems.ts';

/** The part of a zod schema that checks need. */
type Schema = {
  safeParse(value: unknown): {
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
  };
};

type Answer = { error?: { message: string; resolution: string; fields?: Record<string, string> } };

const unreachable =
  'We could not be reached, so we can’t say whether this arrived. What you typed is still here: send it again. The same request is never stored twice.';

/**
 * Checks a form with the server's own schema, loaded when the form is touched, and sends it as JSON to its
 * `data-api`. An accepted one leads to the page that the answer's Link names, or to `data-done`.
 */
export function connectForm(form: HTMLFormElement, loadSchema: () => Promise<Schema>): void {
  const challenge = createChallengeWidget(form);
  let schema: Promise<Schema | undefined> | undefined;
  // Without it, on a bad line, the server alone checks, and its answer is shown at the same places.
  const readSchema = () => (schema ??= loadSchema().catch(() => (schema = undefined)));
  const touch = () => {
    void challenge.load();
    void readSchema();
  };
  let isSending = false;
  form.noValidate = true;
  form.addEventListener('focusin', touch, { once: true });
  form.addEventListener('input', touch, { once: true });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    clearProblem(form);
    tell(form, 'Sending ...');
    void submit(form, { readSchema, challenge }).then((outcome) => {
      tell(form, '');
      if (typeof outcome === 'string') return location.assign(outcome);
      isSending = false;
      showProblem(form, outcome);
    });
  });
  // The page may come back as it was when someone goes back to it.
  window.addEventListener('pageshow', () => (isSending = false));
}

/** The address to go on to, or what is wrong. */
async function submit(
  form: HTMLFormElement,
  { readSchema, challenge }: { readSchema: () => Promise<Schema | undefined>; challenge: ChallengeWidget },
): Promise<string | Problem> {
  const values = collect(form);
  const faults = check(await readSchema(), values);
  if (Object.keys(faults).length > 0) return { text: '', fields: faults };
  await challenge.load();
  const challengeToken = challenge.token();
  if (challenge.isRequired() && !challengeToken) {
    return { text: '', fields: { challengeToken: 'Show that you are no robot' } };
  }
  try {
    const response = await post(form, { ...values, ...(challengeToken && { challengeToken }) });
    if (response.ok) return nextAddress(form, response);
    challenge.reset();
    return problemOf((await response.json()) as Answer);
  } catch {
    challenge.reset();
    return { text: unreachable, fields: {} };
  }
}

function post(form: HTMLFormElement, values: object): Promise<Response> {
  return fetch(form.dataset['api'] ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(30_000),
  });
}

/** The field that `data-many` names is a list. */
function collect(form: HTMLFormElement): Record<string, string | string[]> {
  const data = new FormData(form);
  const many = form.dataset['many'] ?? '';
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of data) {
    // What the widget adds by itself is sent under the API's own name.
    const isOfWidget = name.endsWith('-response');
    if (name !== many && !isOfWidget && typeof value === 'string') values[name] = value;
  }
  if (many) values[many] = data.getAll(many).map(String);
  return values;
}

function check(schema: Schema | undefined, values: object): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { path, message } of schema?.safeParse(values).error?.issues ?? [])
    faults[String(path[0])] ??= message;
  return faults;
}

function nextAddress(form: HTMLFormElement, { headers }: Response): string {
  const status = /<([^>]+)>;\s*rel="status"/.exec(headers.get('Link') ?? '')?.[1];
  return status ?? form.dataset['done'] ?? location.href;
}

function problemOf({ error }: Answer): Problem {
  const { message = '', resolution = '', fields = {} } = error ?? {};
  const byField: Record<string, string> = {};
  for (const [path, text] of Object.entries(fields)) byField[path.split('.')[0] ?? path] ??= text;
  return { text: Object.keys(byField).length > 0 ? '' : `${message} ${resolution}`, fields: byField };
}

function tell(form: HTMLFormElement, text: string): void {
  const status = form.querySelector('[data-status]');
  if (status) status.textContent = text;
}
