// The headers that forbid a browser what this site never does.

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
      ...(secure ? { 'strict-transport-security': `max-age=${oneYearSeconds}; includeSubDomains` } : {}),
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
        ...(development ? [] : trustedTypes(scripts)),
        ...(secure ? ['upgrade-insecure-requests'] : []),
      ].join('; '),
  }
}

/**
 * What a built script or stylesheet goes without (`server/router.ts`): it is the same for everybody, no window shows it, and
 * the page that loads it has said these things. 0.4 kB of each, which HTTP/1.1 does not compress.
 */
export const documentHeaders: readonly string[] = [
  'x-request-id',
  'x-frame-options',
  'x-robots-tag',
  'referrer-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'content-security-policy',
  'strict-transport-security',
]

// Text becomes markup or script by the page's one policy alone (`site/first-script.ts`), and on a page without scripts never.
function trustedTypes(scripts: string[]): string[] {
  return ["require-trusted-types-for 'script'", `trusted-types ${scripts.length ? 'default' : "'none'"}`]
}

function sources(hashes: string[]): string {
  return ["'self'", ...new Set(hashes.map((hash) => `'${hash}'`))].join(' ')
}

// The selfie of a registration is the one thing that needs a device. Frames of others are refused as a whole, so the
// list names what a script of ours could prompt a person for, and is short: 50 bytes are a millisecond of Slow 3G.
const permissionsPolicy = [
  'camera=(self)',
  ...['display-capture', 'geolocation', 'microphone', 'payment', 'usb'].map((feature) => `${feature}=()`),
].join(', ')
