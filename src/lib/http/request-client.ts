import type { ClientAddress } from './client-address.ts';

type RequestContext = { readonly request: Request; readonly clientAddress: string };

/** Returns the address of the client that sent the request: see `createClientAddress`. */
export function clientOf(context: RequestContext, clientAddress: ClientAddress): string {
  return clientAddress(socketAddressOf(context), context.request.headers);
}

/** Astro throws if the socket has no address, for example after the client disconnected. */
function socketAddressOf(context: RequestContext): string | undefined {
  try {
    return context.clientAddress;
  } catch {
    return undefined;
  }
}
