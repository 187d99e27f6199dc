/** Where to go after sign-in: a path of ours from a short list, never another site. */
import { afterSignInPaths } from '#site/member-paths.ts'

/** The path if it is one of ours, else null. The answer is rebuilt from the parsed URL, never the raw text. */
export function parseNextPath(raw: string | null | undefined): string | null {
  if (!raw?.startsWith('/')) return null
  const base = 'https://app.invalid'
  if (!URL.canParse(raw, base)) return null
  const url = new URL(raw, base)
  if (url.origin !== base) return null
  const isOurs = afterSignInPaths.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`))
  return isOurs ? url.pathname + url.search + url.hash : null
}

/** The sign-in page, with the way back if the path may be returned to. */
export function buildAuthPath(wanted?: string | null): string {
  const next = parseNextPath(wanted)
  return next ? `/auth?next=${encodeURIComponent(next)}` : '/auth'
}
