import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#lib/http/api-error.ts';
import { evaluateConditions } from '#lib/http/conditions.ts';
import { documentHeaders } from '#lib/http/security-headers.ts';
import type { Log } from '#lib/log/log.ts';
import type { PublishedKind } from '#lib/metrics/traffic.ts';
import { hasChanged } from '#lib/i18n/en/delivery.ts';
import { nothingAtAddress, requestErrors } from '#lib/i18n/en/errors.ts';
import { negotiate } from './accept.ts';
import { percentEncodePath, isApiPath, parseTarget, withoutPageSuffix } from './request-path.ts';
import {
  answerApiError,
  answerFailure,
  answerMalformed,
  answerNotAcceptable,
  answerOtherMethod,
  answerRedirect,
  answerText,
  sendFromDisk,
} from './short-answers.ts';
import { chooseMissing } from './choose-missing.ts';
import { chooseCoding } from './content-coding.ts';
import type { PreparedBody } from './prepared.ts';
import type { PreparedAddress } from './prepared-address.ts';
import type { Published } from './published.ts';

export type Delivery = {
  /**
   * Sends published pages and files, redirects to them, and refuses malformed targets. Returns the kind of response,
   * or undefined if Astro must respond.
   */
  deliver: (request: IncomingMessage, response: ServerResponse) => PublishedKind | undefined;
  /** Sends a 404 in the form that the client asks for: a page in either variant, JSON (as below /api) or a sentence. */
  answerNotFound: (request: IncomingMessage, response: ServerResponse) => void;
  /** Sends a 500: a page in either variant, or JSON below /api. Closes the connection if a response has begun. */
  answerFailed: (request: IncomingMessage, response: ServerResponse) => void;
  /** Sets the common security headers on a response without prepared headers. */
  withSecurityHeaders: (response: ServerResponse) => ServerResponse;
};

type DeliveryOptions = {
  /** Returns the current publication. Called for each request. */
  published: () => Published;
  siteUrl: string;
  log: Log;
};

/** The institute's icon. Browsers that open a feed or a picture look for `/favicon.ico` instead. */
const icon = '/icon.svg';

/** Serves the current publication. A canonical address takes one lookup in a map. */
export function createDelivery({ published, siteUrl, log }: DeliveryOptions): Delivery {
  const siteOrigin = new URL(siteUrl).origin;
  const otherHeaders = documentHeaders(siteUrl);

  function deliver(request: IncomingMessage, response: ServerResponse): PublishedKind | undefined {
    const address = published().addresses.get(request.url ?? '');
    if (address === undefined) return deliverOtherSpelling(request, response);
    return answer(address, request, response);
  }

  function answer(
    address: PreparedAddress,
    request: IncomingMessage,
    response: ServerResponse,
  ): PublishedKind {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      answerOtherMethod(request, withSecurityHeaders(response));
      return 'refused';
    }
    if (address.status === 404) {
      answerNotFound(request, response);
      return 'missing';
    }
    const variant = address.isNegotiated ? negotiate(headers.accept) : 'html';
    if (variant === 'none') {
      answerNotAcceptable(withSecurityHeaders(response));
      return 'refused';
    }
    const body = address[variant][chooseCoding(headers['accept-encoding'])];
    const status = evaluateConditions((name) => headers[name], body.layout);
    if (status === 412) {
      answerText(withSecurityHeaders(response), 412, hasChanged);
      return 'refused';
    }
    if (status === 200) send(body, 200, response);
    else response.writeHead(304, body.layout.notModifiedHeaders).end();
    return variant === 'markdown' ? 'twin' : address.kind;
  }

  function send(body: PreparedBody, status: number, response: ServerResponse): void {
    if (response.req.method === 'HEAD') {
      response.writeHead(status, body.layout.headers);
      response.end();
      return;
    }
    const { bodies } = published();
    const content = bodies.get(body.stored);
    if (content === undefined) {
      void sendFromDisk(response, status, { body, bodies, log });
      return;
    }
    response.writeHead(status, body.layout.headers);
    response.end(content);
  }

  function deliverOtherSpelling(
    request: IncomingMessage,
    response: ServerResponse,
  ): PublishedKind | undefined {
    if (request.url === '*' && request.method === 'OPTIONS') {
      answerOtherMethod(request, withSecurityHeaders(response));
      return 'refused';
    }
    const target = parseTarget(request.url ?? '', siteOrigin);
    if (target.kind !== 'path') {
      if (target.kind === 'missing') answerNotFound(request, response);
      else answerMalformed(request, withSecurityHeaders(response), target.kind);
      return target.kind === 'missing' ? 'missing' : 'refused';
    }
    const { path, decoded, query } = target;
    request.url = path + query;
    const known = isApiPath(path) ? undefined : published().addresses.get(path);
    if (known !== undefined) return answer(known, request, response);
    withSecurityHeaders(response);
    const canonical = isApiPath(path) ? path : canonicalPath(path, decoded);
    if (canonical === path) return undefined;
    answerRedirect(response, canonical + query);
    return 'redirect';
  }

  function withSecurityHeaders(response: ServerResponse): ServerResponse {
    for (const [name, value] of otherHeaders) response.setHeader(name, value);
    return response;
  }

  /** Returns the canonical path for another spelling or a former address, else the path itself. */
  function canonicalPath(path: string, decoded: string): string {
    const { addresses, redirects } = published();
    const spelled = percentEncodePath(decoded);
    if (addresses.has(spelled)) return spelled;
    if (spelled === '/favicon.ico' && addresses.has(icon)) return icon;
    const stripped = withoutPageSuffix(spelled);
    const moved = redirects.get(spelled) ?? redirects.get(stripped);
    return moved ?? (stripped === spelled ? path : stripped);
  }

  function answerNotFound(request: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const wanted = isApiPath(path) ? 'json' : chooseMissing(path, request.headers.accept);
    if (wanted === 'json') {
      const error = new ApiError('NOT_FOUND', requestErrors.unknownApiAddress);
      answerApiError(withSecurityHeaders(response), error);
      return;
    }
    if (wanted === 'text') return answerText(withSecurityHeaders(response), 404, nothingAtAddress);
    sendErrorPage(published().missing, request, response);
  }

  function answerFailed(request: IncomingMessage, response: ServerResponse): void {
    const { failed } = published();
    if (failed === undefined || response.headersSent || isApiPath(request.url ?? '')) {
      return answerFailure(request, response);
    }
    sendErrorPage(failed, request, response);
  }

  function sendErrorPage(page: PreparedAddress, request: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const isMarkdown = path.endsWith('.md') || negotiate(request.headers.accept) === 'markdown';
    const forms = isMarkdown ? page.markdown : page.html;
    send(forms[chooseCoding(request.headers['accept-encoding'])], page.status, response);
  }

  return { deliver, answerNotFound, answerFailed, withSecurityHeaders };
}
