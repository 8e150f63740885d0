import { isIP } from 'node:net';
import { ApiError } from '#lib/http/api-error.ts';
import { challengeErrors } from '#lib/i18n/en/errors.ts';
import {
  type ChallengeAction,
  type ChallengeProvider,
  challengeProviders,
  type ProviderFacts,
} from './providers.ts';
import { askSiteverify, type Verdict } from './siteverify.ts';
import { createUsedTokens, type UsedTokens } from './used-tokens.ts';

/** The visitor's address, the form, and what was filled in. */
type ChallengedRequest = { client: string; action: ChallengeAction; content: string };

type RequireChallenge = (token: string | undefined, sent: ChallengedRequest) => Promise<void>;

export type Challenge =
  | { readonly required: false; require: RequireChallenge }
  | {
      readonly required: true;
      readonly provider: ChallengeProvider;
      readonly siteKey: string;
      readonly widget: ProviderFacts;
      /**
       * Resolves if the verifier accepts the token for this site and form. The token admits one content, however often
       * that is sent to this process. A `client` that is not an address (a /64, `unknown`) is not sent to the verifier.
       * @throws ApiError CHALLENGE_REQUIRED without a token, CHALLENGE_FAILED if the token is refused, was used
       * for other content or is for another site or form, CHALLENGE_UNAVAILABLE if the verifier fails; the token can then be sent again
       */
      require: RequireChallenge;
    };

type ChallengeOptions = {
  provider: ChallengeProvider;
  siteKey: string;
  secretKey: string;
  /** The site's host name, on which the challenge must have been solved. */
  hostname: string;
  verifyUrl?: string | undefined;
  timeoutMs?: number;
  usedTokens?: UsedTokens;
};

/** For a site without keys: every request passes. */
export function createNoChallenge(): Challenge {
  return { required: false, require: async () => undefined };
}

export function createChallenge(options: ChallengeOptions): Challenge {
  const { provider, siteKey, secretKey, hostname, timeoutMs = 3000 } = options;
  const { usedTokens = createUsedTokens() } = options;
  const facts = challengeProviders[provider];
  const verifyUrl = options.verifyUrl ?? facts.verifyUrl;
  const isTest = facts.testSecrets.includes(secretKey);

  async function ask(token: string, client: string): Promise<Verdict> {
    const remoteAddress = isIP(client) === 0 ? undefined : client;
    try {
      return await askSiteverify(token, remoteAddress, { verifyUrl, secretKey, timeoutMs });
    } catch (cause) {
      usedTokens.release(token);
      throw unavailable(cause);
    }
  }

  return {
    required: true,
    provider,
    siteKey,
    widget: facts,
    async require(given, sent) {
      const token = given?.trim() ?? '';
      if (token === '') throw missing();
      if (token.length > facts.maxTokenLength) throw refused('the token is too long');
      const verify = () => verifyToken(token, sent);
      if (isTest) return verify();
      const verified = usedTokens.verifyOnce({ token, content: `${sent.action} ${sent.content}` }, verify);
      if (!verified) throw refused('the token was used before');
      return verified;
    },
  };

  async function verifyToken(token: string, { client, action }: ChallengedRequest): Promise<void> {
    const verdict = await ask(token, client);
    if (!verdict.passed) throw refused(`the verifier refused: ${verdict.codes.join(', ') || 'no code'}`);
    if (isTest) return;
    if (verdict.hostname?.toLowerCase() !== hostname.toLowerCase()) {
      throw refused(`it was solved on ${verdict.hostname ?? 'no known host'}`);
    }
    const hasAction = facts.hasAction || Boolean(verdict.action);
    if (hasAction && verdict.action !== action) throw refused(`it was not solved for the action ${action}`);
  }
}

function missing(): ApiError {
  return new ApiError('CHALLENGE_REQUIRED', challengeErrors.missing);
}

function refused(reason: string): ApiError {
  return new ApiError('CHALLENGE_FAILED', {
    ...challengeErrors.refused,
    cause: new Error(reason),
  });
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('CHALLENGE_UNAVAILABLE', {
    ...challengeErrors.unavailable,
    headers: { 'Retry-After': '30' },
    cause,
  });
}
