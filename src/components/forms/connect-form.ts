import type { FormDefinition } from '#lib/forms/form-definition.ts';
import { describeProblem, type FormProblem } from '#lib/forms/form-problem.ts';
import { formStatus as text } from '#lib/i18n/en/forms.ts';
import { createChallengeWidget, type ChallengeWidget } from './challenge-widget.ts';
import { clearProblem, showProblem } from './problems.ts';

/** The part of a zod schema that this module uses. */
type Schema = {
  safeParse(value: unknown): {
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
  };
};

type ErrorBody = { error: { message: string; resolution: string; fields?: Record<string, string> } };

/**
 * Validates a form with the server's schema, which is loaded on first focus or input, and posts it to its page, as
 * browsers without JavaScript do. Then navigates to the address in the response.
 * @param findErrors returns errors, by field, that the schema can't find
 */
export function connectForm(
  form: HTMLFormElement,
  loadDefinition: () => Promise<FormDefinition>,
  findErrors: () => Record<string, string> = () => ({}),
): void {
  const challenge = createChallengeWidget(form);
  let schema: Promise<Schema | undefined> | undefined;
  // If the schema can't be loaded, only the server validates. Its errors are shown in the same places.
  const readSchema = () => (schema ??= loadSchema(form, loadDefinition).catch(() => (schema = undefined)));
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
    acceptSuggestion(form, event.submitter);
    clearProblem(form);
    showStatus(form, text.sending);
    void submit(form, { readSchema, challenge, findErrors }).then((outcome) => {
      showStatus(form, '');
      if (typeof outcome === 'string') return location.assign(outcome);
      isSending = false;
      showProblem(form, outcome);
      rememberAsked(form, outcome);
    });
  });
  // The back button may restore the page from the back/forward cache while `isSending` is true.
  window.addEventListener('pageshow', () => (isSending = false));
}

async function loadSchema(
  form: HTMLFormElement,
  loadDefinition: () => Promise<FormDefinition>,
): Promise<Schema> {
  const [definition, { createFormSchema }] = await Promise.all([
    loadDefinition(),
    import('#lib/forms/form-schema.ts'),
  ]);
  const formats = JSON.parse(form.dataset['formats'] ?? '{}') as Record<
    string,
    { source: string; flags: string; example: string }
  >;
  const patterns = Object.entries(formats).map(
    ([name, { source, flags, example }]) => [name, { pattern: new RegExp(source, flags), example }] as const,
  );
  return createFormSchema(definition, Object.fromEntries(patterns));
}

type SubmitOptions = {
  readSchema: () => Promise<Schema | undefined>;
  challenge: ChallengeWidget;
  findErrors: () => Record<string, string>;
};

/** Returns the address to go to, or the problem to show. */
async function submit(
  form: HTMLFormElement,
  { readSchema, challenge, findErrors }: SubmitOptions,
): Promise<string | FormProblem> {
  const values = collect(form);
  const fields = { ...findErrors(), ...check(await readSchema(), values) };
  if (Object.keys(fields).length > 0) return { text: '', fields };
  await challenge.load();
  const challengeToken = challenge.token();
  if (challenge.isRequired() && !challengeToken) {
    return { text: '', fields: { challengeToken: text.solveChallenge } };
  }
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: toParameters({ ...values, ...(challengeToken && { challengeToken }) }),
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) return ((await response.json()) as { location: string }).location;
    challenge.reset();
    return await readProblem(response);
  } catch {
    challenge.reset();
    return { text: text.unreachable, fields: {} };
  }
}

/** The button with a suggested address changes the field. */
function acceptSuggestion(form: HTMLFormElement, button: HTMLElement | null): void {
  const email = form.elements.namedItem('email');
  const isSuggestion = button instanceof HTMLButtonElement && button.name === 'suggestedEmail';
  if (isSuggestion && email instanceof HTMLInputElement) email.value = button.value;
}

/** To send the form again keeps an address that the page has asked about. */
function rememberAsked(form: HTMLFormElement, { fields }: FormProblem): void {
  const [email, asked] = ['email', 'askedEmail'].map((name) => form.elements.namedItem(name));
  if (fields['email'] && email instanceof HTMLInputElement && asked instanceof HTMLInputElement)
    asked.value = email.value;
}

/** If the limit for all pages is exceeded, the response is a page instead of JSON. */
async function readProblem(response: Response): Promise<FormProblem> {
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
  if (isJson) return describeProblem(((await response.json()) as ErrorBody).error);
  return { text: response.status === 429 ? text.tooMany : text.failed, fields: {} };
}

function toParameters(values: Readonly<Record<string, string | string[]>>): URLSearchParams {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each] satisfies [string, string]),
  );
  return new URLSearchParams(pairs);
}

function collect(form: HTMLFormElement): Record<string, string | string[]> {
  const data = new FormData(form);
  const lists = form.dataset['lists']?.split(' ').filter(Boolean) ?? [];
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of data) {
    // The challenge widget adds its own field. Its token is sent as `challengeToken`.
    if (!name.endsWith('-response') && typeof value === 'string') values[name] = value;
  }
  for (const name of lists) values[name] = data.getAll(name).map(String);
  return values;
}

function check(schema: Schema | undefined, values: object): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema?.safeParse(values).error?.issues ?? [])
    errors[String(path[0])] ??= message;
  return errors;
}

function showStatus(form: HTMLFormElement, status: string): void {
  const place = form.querySelector('[data-status]');
  if (place) place.textContent = status;
}
