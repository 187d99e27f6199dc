// Cross-origin rules: any origin may call, since callers are identified by headers and never by a cookie.
// As upstream: https://docs.postgrest.org/en/v13/references/api/cors.html

const exposed = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Location',
  'Preference-Applied',
  'Range-Unit',
  'Retry-After',
  'Server',
  'Transfer-Encoding',
].join(', ')

export function addCors(headers: Record<string, string>): void {
  headers['access-control-allow-origin'] = '*'
  headers['access-control-expose-headers'] = exposed
}

/** The answer to a preflight; `requested` is Access-Control-Request-Headers. */
export function preflightHeaders(requested: string | undefined): Record<string, string> {
  const wanted = (requested ?? '').split(',').map((name) => name.trim())
  const names = [
    'Authorization',
    ...wanted.filter((name) => /^[\w-]+$/.test(name)),
    'Accept',
    'Accept-Language',
    'Content-Language',
  ]
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': [...new Set(names)].join(', '),
    'access-control-max-age': '86400',
  }
}
