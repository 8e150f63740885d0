type TrustedTypes = {
  defaultPolicy: object | null;
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): object;
};

/**
 * Adds a Trusted Types policy that allows the URL of Pagefind's worker. The Content Security Policy requires Trusted
 * Types, and Pagefind starts its worker from a string.
 */
export function vouchForSearchWorker(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  const worker = new URL('/pagefind/pagefind-worker.js', location.origin).href;
  trustedTypes.createPolicy('default', {
    createScriptURL: (address) => (new URL(address, location.href).href === worker ? address : null),
  });
}
