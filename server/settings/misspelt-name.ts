// A setting with a typing error in its name would be passed over in silence: it is found among the names that we do not know.
import { editDistance } from '#platform/rest/suggest.ts'

const shortestKnown = 8
const maxEdits = 2

/**
 * Names of other programs that are near one of ours by accident: Jenkins, cron, Vite, Supabase's edge runtime, nodenv,
 * and those that mail, FTP and Python programs use.
 */
export const namesOfOthers = new Set([
  ...['GIT_URL', 'FTP_URL', 'HTTP_URL', 'FILE_URL', 'LIVE_URL', 'VITE_URL', 'SMTP_SSL'],
  ...['LOGLEVEL', 'MAILFROM', 'NODENV', 'XDG_DATA_DIR'],
  ...['SUPABASE_SECRET_KEYS', 'SUPABASE_PUBLISHABLE_KEYS'],
])

/** The first name that nobody knows and that is within two letters of a known one of eight letters or more. */
export function findMisspelt(
  names: Iterable<string>,
  known: readonly string[],
): { wrong: string; meant: string } | undefined {
  const others = new Set(known)
  const long = known.filter((name) => name.length >= shortestKnown)
  for (const wrong of names) {
    if (others.has(wrong) || namesOfOthers.has(wrong)) continue
    const meant = long.find(
      (name) => Math.abs(name.length - wrong.length) <= maxEdits && editDistance(wrong, name) <= maxEdits,
    )
    if (meant) return { wrong, meant }
  }
  return undefined
}
