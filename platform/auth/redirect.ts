// Where links may lead: the site itself, and what the allow list names; anything else becomes the site.
import type { PlatformSettings } from '../settings.ts'
import type { AuthRequest } from './context.ts'

type RedirectSettings = Pick<PlatformSettings, 'siteUrl' | 'redirectAllowList'>

const longestRedirect = 2048
const scriptSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:'])

/** From the `redirect_to` of the query or the header, without its fragment. */
export function readRedirect(settings: RedirectSettings, { query, headers }: AuthRequest): string {
  return allowedRedirect(settings, query.get('redirect_to') ?? headers.get('redirect_to') ?? '')
}

export function allowedRedirect(settings: RedirectSettings, wanted: string): string {
  if (wanted === '' || wanted.length > longestRedirect || !URL.canParse(wanted)) return settings.siteUrl
  const url = new URL(wanted)
  url.hash = ''
  // A name before @ makes another host look like ours.
  if (scriptSchemes.has(url.protocol) || url.username || url.password) return settings.siteUrl
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (isWeb && url.origin === new URL(settings.siteUrl).origin) return url.href
  const forms = [url.href, url.href.replace(/\/$/, '')]
  const allowed = settings.redirectAllowList.some((pattern) => {
    const expression = readPattern(pattern)
    return forms.some((form) => expression.test(form))
  })
  return allowed ? url.href : settings.siteUrl
}

// As upstream: `*` and `?` stop at the separators `.` and `/`, `**` does not; [a-z] and [!a-z] are one character.
function readPattern(pattern: string): RegExp {
  const parts = pattern.match(/\*\*|\*|\?|\[!?[^\]]+\]|[\s\S]/g) ?? []
  const source = parts.map((part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    if (part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
    return part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`)
}
