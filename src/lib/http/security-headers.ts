import { documentPolicy } from './content-policy.ts';

type Header = readonly [name: string, value: string];

/** Whether pages of other origins may embed the response, or only our own. */
type Embedding = 'same-origin' | 'cross-origin';

/** Two years, without `includeSubDomains` and `preload`. */
const transportSecurity = 'max-age=63072000';

/** Browser features that neither pages of the site nor frames in them use. */
const permissions = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb'],
]
  .map((name) => `${name}=()`)
  .join(', ');

/** Security headers for any response. */
export function documentHeaders(
  siteUrl: string,
  { embedding = 'same-origin', policy = documentPolicy }: { embedding?: Embedding; policy?: string } = {},
): readonly Header[] {
  const isSecure = siteUrl.startsWith('https:');
  return [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Resource-Policy', embedding],
    ...(isSecure ? [['Strict-Transport-Security', transportSecurity] as const] : []),
  ];
}

/** Security headers for an HTML page with the Content-Security-Policy. */
export function pageHeaders(siteUrl: string, policy: string): readonly Header[] {
  return [
    ...documentHeaders(siteUrl, { policy }),
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', permissions],
    ['Origin-Agent-Cluster', '?1'],
  ];
}
