/** Domains of mail that many people have. Shorter ones are too near to others. */
const commonDomains = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'btinternet.com',
  'protonmail.com',
];
/** Real domains that differ in one letter from a common one. */
const realDomains = ['ymail.com', 'email.com', 'mail.com'];

/**
 * Returns the address that was probably meant: its domain differs in one letter from that of many people, or from one
 * of `ownDomains`. Undefined if there is none.
 */
export function suggestEmail(email: string, ownDomains: readonly string[] = []): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const known = [...commonDomains, ...ownDomains];
  if (at < 1 || known.includes(domain) || realDomains.includes(domain)) return undefined;
  const meant = known.find((each) => isOneSlip(domain, each));
  return meant && `${email.slice(0, at)}@${meant}`;
}

/** Whether one letter is missing, added, wrong, or swapped with the next one. The texts differ. */
function isOneSlip(a: string, b: string): boolean {
  const start = [...a].findIndex((letter, at) => letter !== b[at]);
  if (start === -1) return b.length === a.length + 1;
  const [x, y] = [a.slice(start), b.slice(start)];
  const isSwapped = x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2);
  return x.slice(1) === y || x === y.slice(1) || x.slice(1) === y.slice(1) || isSwapped;
}
