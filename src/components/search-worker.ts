type TrustedTypes = {
  defaultPolicy: object | null;
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): object;
};

/**
 * The pages' policy lets no text become a script's address unless it is vouched for; Pagefind starts its worker
 * from text. This vouches for that one address.
 */
export function vouchForSearchWorker(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  const worker = new URL('/pagefind/pagefind-worker.js', location.origin).href;
  trustedTypes.createPolicy('default', {
    createScriptURL: (address) => (new URL(address, location.href).href === worker ? address : null),
  });
}
