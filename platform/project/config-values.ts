// The kinds of values that a config.toml holds, each read leniently and refused with one clear sentence.
import { z } from 'zod'

/** `env(NAME)` makes everything a text: "true" and "54321" count as what they say. */
const fromText = (text: unknown): unknown => {
  if (typeof text !== 'string') return text
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return /^-?\d+$/.test(text) ? Number(text) : text
}

export const flag = z.preprocess(fromText, z.boolean('must be true or false'))

export const wholeNumber = (minimum: number, maximum: number) => {
  const rule = `must be a whole number from ${minimum} to ${maximum}`
  return z.preprocess(fromText, z.int(rule).min(minimum, rule).max(maximum, rule))
}

export const text = z.string('must be a text')
export const texts = z.array(text, 'must be a list of texts')

export const oneOf = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  z.enum(names, `must be one of ${names.map((name) => `"${name}"`).join(', ')}`)

export const webAddress = text.refine(
  (value) => URL.canParse(value),
  'must be an address such as http://127.0.0.1:3000',
)

const sizeUnits: Record<string, number> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }

/** "50MiB", "5MB", "500k" or a number of bytes; as for Supabase's own tools, MB means MiB. */
export const byteSize = z
  .union([z.int().nonnegative(), z.string()], 'must be a size such as "50MiB"')
  .transform((size, context) => {
    const match = /^(\d+(?:\.\d+)?)\s*([kmg]?)i?b?$/i.exec(String(size).trim())
    if (match) return Math.floor(Number(match[1]) * (sizeUnits[match[2]?.toLowerCase() ?? ''] ?? 1))
    context.addIssue({ code: 'custom', message: 'must be a size such as "50MiB"' })
    return z.NEVER
  })

const timeUnits: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/** "1s", "5m", "1h30m": in seconds. */
export const duration = text.transform((value, context) => {
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)(ms|[smh])/g)]
  if (parts.length && parts.map(([part]) => part).join('') === value)
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (timeUnits[unit ?? 's'] ?? 1), 0)
  context.addIssue({ code: 'custom', message: 'must be a duration such as "1s" or "5m"' })
  return z.NEVER
})
