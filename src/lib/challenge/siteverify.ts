import { z } from 'zod';

export type Verdict =
  | { passed: true; hostname: string | undefined; action: string | undefined }
  | { passed: false; codes: string[] };

type SiteverifyOptions = {
  verifyUrl: string;
  secretKey: string;
  /** For asking, connecting, waiting and reading together. */
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
};

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  'error-codes': z.array(z.string()).default([]),
});

/** Codes that say that the fault is with us or the verifier, not with the visitor's token. */
const codesOfOurs = [
  'missing-input-secret',
  'invalid-input-secret',
  'invalid-keys',
  'sitekey-secret-mismatch',
  'invalid-sitekey',
  'invalid-remoteip',
  'missing-remoteip',
  'internal-error',
];

const maxAnswerBytes = 65_536;

/**
 * Asks the verifier about a token, in the protocol that Turnstile, hCaptcha and reCAPTCHA share.
 * @throws Error when there is no answer in time, none that makes sense, or one that says that our key is wrong
 */
export async function askSiteverify(
  token: string,
  remoteAddress: string | undefined,
  { verifyUrl, secretKey, timeoutMs, fetch }: SiteverifyOptions,
): Promise<Verdict> {
  const body = new URLSearchParams({ secret: secretKey, response: token });
  if (remoteAddress !== undefined) body.set('remoteip', remoteAddress);
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body,
    headers: { Accept: 'application/json' },
    // A redirect would carry the secret elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = answerSchema.parse(JSON.parse(await readShort(response)));
  const codes = answer['error-codes'];
  const ours = codes.filter((code) => codesOfOurs.includes(code));
  if (ours.length > 0) throw new Error(`the verifier answers ${ours.join(', ')}`);
  // A refusal may come with a 4xx; a pass with anything but a 200 is no pass.
  if (response.status >= 500 || (answer.success && !response.ok)) {
    throw new Error(`the verifier answers with status ${response.status}`);
  }
  if (!answer.success) return { passed: false, codes };
  return { passed: true, hostname: answer.hostname ?? undefined, action: answer.action ?? undefined };
}

async function readShort(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    received += chunk.byteLength;
    if (received > maxAnswerBytes) throw new Error('the verifier answers without end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
