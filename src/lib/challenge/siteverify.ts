import { z } from 'zod';

export type Verdict =
  | { passed: true; hostname: string | undefined; action: string | undefined }
  | { passed: false; codes: string[] };

type SiteverifyOptions = {
  verifyUrl: string;
  secretKey: string;
  /** For the whole request, including reading the response. */
  timeoutMs: number;
};

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  'error-codes': z.array(z.string()).default([]),
});

/** Codes for errors in our configuration or in the verifier, which are not about the visitor's token. */
const serverErrorCodes = [
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
 * Verifies a token with the protocol that Turnstile, hCaptcha and reCAPTCHA share.
 * @throws Error if the response is late or invalid, or reports an error of our configuration or of the verifier
 */
export async function askSiteverify(
  token: string,
  remoteAddress: string | undefined,
  { verifyUrl, secretKey, timeoutMs }: SiteverifyOptions,
): Promise<Verdict> {
  const body = new URLSearchParams({ secret: secretKey, response: token });
  if (remoteAddress !== undefined) body.set('remoteip', remoteAddress);
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body,
    headers: { Accept: 'application/json' },
    // A redirect would send the secret to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = answerSchema.parse(JSON.parse(await readShort(response)));
  const codes = answer['error-codes'];
  const serverErrors = codes.filter((code) => serverErrorCodes.includes(code));
  if (serverErrors.length > 0) throw new Error(`the verifier responded with ${serverErrors.join(', ')}`);
  // A refusal may have a 4xx status. A success must have a 2xx status.
  if (response.status >= 500 || (answer.success && !response.ok)) {
    throw new Error(`the verifier responded with status ${response.status}`);
  }
  if (!answer.success) return { passed: false, codes };
  return { passed: true, hostname: answer.hostname ?? undefined, action: answer.action ?? undefined };
}

async function readShort(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    received += chunk.byteLength;
    if (received > maxAnswerBytes) throw new Error('the response of the verifier is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
