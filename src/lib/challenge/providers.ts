export type ChallengeProvider = 'turnstile' | 'hcaptcha' | 'recaptcha';

export type ProviderFacts = {
  /** The endpoint where the server verifies a token. */
  verifyUrl: string;
  /** The widget's script, with explicit rendering: it waits until the page calls `render`. */
  scriptUrl: string;
  /** The object that the script puts on `window`; all three have `render`, `reset` and `getResponse`. */
  globalName: string;
  /** The sources that the Content-Security-Policy of a page with the widget must allow. */
  contentSecurityPolicy: Readonly<
    Partial<Record<`${'script' | 'frame' | 'style' | 'connect'}-src`, readonly string[]>>
  >;
  maxTokenLength: number;
  /** Whether the provider's widget accepts an action and its verifier returns it. */
  hasAction: boolean;
  /** Published site keys for tests. */
  testSiteKeys: readonly string[];
  /**
   * Published secrets for tests. The verifier's response has a host that is not the site's (`localhost` or
   * `example.com`, `dummy-key-pass`, `testkey.google.com`), and the widgets return the same token each time.
   */
  testSecrets: readonly string[];
};

/** Each form renders its widget with its own action, so the other forms refuse its tokens. */
export type ChallengeAction = 'registration' | 'signup' | 'application' | 'enquiry';

const hcaptchaOrigins = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** The three providers with the siteverify protocol, according to their documentation (reCAPTCHA: version 2). */
export const challengeProviders: Readonly<Record<ChallengeProvider, ProviderFacts>> = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    globalName: 'turnstile',
    contentSecurityPolicy: {
      'script-src': ['https://challenges.cloudflare.com'],
      'frame-src': ['https://challenges.cloudflare.com'],
    },
    maxTokenLength: 2048,
    hasAction: true,
    testSiteKeys: [
      '1x00000000000000000000AA',
      '2x00000000000000000000AB',
      '1x00000000000000000000BB',
      '2x00000000000000000000BB',
      '3x00000000000000000000FF',
    ],
    testSecrets: [
      '1x0000000000000000000000000000000AA',
      '2x0000000000000000000000000000000AA',
      '3x0000000000000000000000000000000AA',
    ],
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    globalName: 'hcaptcha',
    contentSecurityPolicy: {
      'script-src': hcaptchaOrigins,
      'frame-src': hcaptchaOrigins,
      'style-src': hcaptchaOrigins,
      'connect-src': hcaptchaOrigins,
    },
    maxTokenLength: 16_384,
    hasAction: false,
    testSiteKeys: [
      '10000000-ffff-ffff-ffff-000000000001',
      '20000000-ffff-ffff-ffff-000000000002',
      '30000000-ffff-ffff-ffff-000000000003',
    ],
    testSecrets: ['0x0000000000000000000000000000000000000000'],
  },
  recaptcha: {
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    scriptUrl: 'https://www.google.com/recaptcha/api.js?render=explicit',
    globalName: 'grecaptcha',
    contentSecurityPolicy: {
      'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    },
    maxTokenLength: 16_384,
    hasAction: false,
    testSiteKeys: ['6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI'],
    testSecrets: ['6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe'],
  },
};

/** Whether the key is a provider's public test key, with which anyone can pass a challenge. */
export function isTestKey(key: string): boolean {
  return Object.values(challengeProviders).some(
    ({ testSiteKeys, testSecrets }) => testSiteKeys.includes(key) || testSecrets.includes(key),
  );
}
