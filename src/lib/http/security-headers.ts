import { documentPolicy } from './content-policy.ts';

type Header = readonly [name: string, value: string];

/** Whether pages of other origins may show what is answered, or only our own. */
type Embedding = 'same-origin' | 'cross-origin';

/** Two years. Neither other hosts of the domain nor browsers' built-in lists are bound by it. */
const transportSecurity = 'max-age=63072000';

/** Devices and rights that no page of the site asks for, nor a frame in it. */
const permissions = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb'],
]
  .map((name) => `${name}=()`)
  .join(', ');

/** For any answer: what a browser must not make of it. */
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

/** For an HTML page, with the policy that it keeps to. */
export function pageHeaders(siteUrl: string, policy: string): readonly Header[] {
  return [
    ...documentHeaders(siteUrl, { policy }),
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', permissions],
    ['Origin-Agent-Cluster', '?1'],
  ];
}
