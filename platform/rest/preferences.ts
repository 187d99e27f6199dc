// Reads the Prefer header (RFC 7240) and says which preferences were applied.

export interface Preferences {
  return?: 'minimal' | 'representation' | 'headers-only'
  count?: 'exact' | 'planned' | 'estimated'
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  handling?: 'strict' | 'lenient'
  tx?: 'commit' | 'rollback'
  /** A name that is known here; PostgreSQL has the last word. */
  timezone?: string
  maxAffected?: number
  /** What was not understood: refused under handling=strict. */
  invalid: string[]
}

const choices: Record<string, readonly string[]> = {
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
}

const none: Preferences = { invalid: [] }

/** Names such as Africa/Lagos alone: what else PostgreSQL would take (`+3`, `<x>5`) is read differently elsewhere. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]\w*(\/[\w+-]+){0,2}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The first of a preference that is sent twice counts, as in RFC 7240 and upstream. */
export function parsePreferences(header: string | undefined, allowTx = false): Preferences {
  if (!header) return none
  const preferences: Preferences & Record<string, unknown> = { invalid: [] }
  for (const part of header.split(',')) {
    const preference = part.trim()
    if (!preference) continue
    const equals = preference.indexOf('=')
    const name = preference.slice(0, equals)
    const value = preference.slice(equals + 1)
    if (name === 'max-affected' && /^\d{1,15}$/.test(value)) preferences.maxAffected ??= Number(value)
    else if (name === 'timezone' && isTimeZone(value)) preferences.timezone ??= value
    else if (Object.hasOwn(choices, name) && choices[name]?.includes(value)) preferences[name] ??= value
    else preferences.invalid.push(preference)
  }
  // Where a client may not choose how the transaction ends, the preference is known but not followed.
  if (!allowTx) delete preferences.tx
  return preferences
}

export type PreferenceName =
  | 'resolution'
  | 'missing'
  | 'return'
  | 'count'
  | 'handling'
  | 'max-affected'
  | 'tx'
  | 'timezone'

/** The Preference-Applied header for those that this kind of request honours. */
export function appliedPreferences(
  preferences: Preferences,
  honoured: readonly PreferenceName[],
): string | undefined {
  const applied: string[] = []
  for (const name of honoured) {
    if (name === 'max-affected') {
      const { maxAffected, handling } = preferences
      if (maxAffected !== undefined && handling === 'strict') applied.push(`max-affected=${maxAffected}`)
    } else if (preferences[name]) applied.push(`${name}=${preferences[name]}`)
  }
  return applied.length ? applied.join(', ') : undefined
}
