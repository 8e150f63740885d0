/** The part of the browser API that Turnstile, hCaptcha and reCAPTCHA share. */
type WidgetApi = {
  render(container: HTMLElement, options: Record<string, unknown>): unknown;
  reset(widget: unknown): void;
};

export type ChallengeWidget = {
  /** Loads the widget if the site requires a challenge. Call it again to retry. */
  load(): Promise<void>;
  isRequired(): boolean;
  token(): string | undefined;
  /** Discards the token, because a token can be sent only once. */
  reset(): void;
};

export function createChallengeWidget(form: HTMLFormElement): ChallengeWidget {
  const place = form.querySelector<HTMLElement>('[data-challenge]');
  let isRequired = place !== null;
  let loading: Promise<void> | undefined;
  let shown: { api: WidgetApi; widget: unknown } | undefined;
  let token: string | undefined;

  async function show(): Promise<void> {
    const { required } = await readJson<{ required: boolean }>('/api/challenge/required');
    isRequired = required;
    if (!required || !place) return;
    const { siteKey } = await readJson<{ siteKey: string }>('/api/challenge/site-key');
    const api = await loadApi(place.dataset['script'] ?? '', place.dataset['global'] ?? '');
    const clearToken = () => (token = undefined);
    const widget = api.render(place, {
      sitekey: siteKey,
      ...(place.dataset['action'] && { action: place.dataset['action'] }),
      callback: (newToken: string) => (token = newToken),
      'expired-callback': clearToken,
      'error-callback': clearToken,
    });
    shown = { api, widget };
  }

  return {
    load: () =>
      (loading ??= show().catch(() => {
        loading = undefined;
      })),
    isRequired: () => isRequired,
    token: () => token,
    reset() {
      token = undefined;
      shown?.api.reset(shown.widget);
    },
  };
}

async function readJson<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`GET ${path} returned ${response.status}`);
  return (await response.json()) as Answer;
}

async function loadApi(scriptUrl: string, globalName: string): Promise<WidgetApi> {
  const script = document.createElement('script');
  script.src = scriptUrl;
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
  });
  document.head.append(script);
  await loaded;
  // reCAPTCHA's script loads a second one before it can render.
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const api = Reflect.get(window, globalName) as Partial<WidgetApi> | undefined;
    if (api?.render) return api as WidgetApi;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the challenge widget did not load');
}
