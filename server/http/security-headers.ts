// The headers that tell a browser what this site never does.

export interface SecurityHeaders {
  /** For every response. */
  common: Record<string, string>
  /** The policy of a page whose inline scripts and styles have these hashes (`sha256-…`). */
  pagePolicy(hashes: { scripts: string[]; styles: string[] }): string
}

export interface SecurityOptions {
  /** The site is served over TLS: browsers shall insist on it. */
  secure: boolean
  /** Nobody should find a trial by a search engine. */
  evaluation?: boolean
  /** Vite's own client needs inline scripts and styles. */
  development?: boolean
}

const oneYearSeconds = 365 * 24 * 60 * 60

export function createSecurityHeaders({ secure, evaluation, development }: SecurityOptions): SecurityHeaders {
  return {
    common: {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': permissionsPolicy,
      // Whatever is not a page (JSON, a file, an error) has nothing to run or to load.
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      ...(evaluation ? { 'x-robots-tag': 'noindex' } : {}),
      ...(secure ? { 'strict-transport-security': `max-age=${oneYearSeconds}` } : {}),
    },
    pagePolicy: ({ scripts, styles }) =>
      [
        "default-src 'self'",
        `script-src ${development ? "'self' 'unsafe-inline'" : sources(scripts)}`,
        `style-src ${development ? "'self' 'unsafe-inline'" : sources(styles)}`,
        "img-src 'self' data: blob:",
        `connect-src 'self'${development ? ' ws:' : ''}`,
        "object-src 'none'",
        "frame-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        ...(secure ? ['upgrade-insecure-requests'] : []),
      ].join('; '),
  }
}

function sources(hashes: string[]): string {
  return ["'self'", ...new Set(hashes.map((hash) => `'${hash}'`))].join(' ')
}

const refusedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

// The selfie of a registration is the one thing that needs a device.
const permissionsPolicy = ['camera=(self)', ...refusedFeatures.map((feature) => `${feature}=()`)].join(', ')
