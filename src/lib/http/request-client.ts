import type { ClientAddress } from './client-address.ts';

type RequestContext = { readonly request: Request; readonly clientAddress: string };

/** Who sent the request that a route or page got: see `createClientAddress`. */
export function clientOf(context: RequestContext, clientAddress: ClientAddress): string {
  return clientAddress(socketAddressOf(context), context.request.headers);
}

/** Astro throws where a socket has no address, as when the client has hung up by now. */
function socketAddressOf(context: RequestContext): string | undefined {
  try {
    return context.clientAddress;
  } catch {
    return undefined;
  }
}
