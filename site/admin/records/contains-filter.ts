/** "Contains, whatever the case" over several columns, as the filter language of the services writes it. */

/** A phone number in whatever writing is looked for by its digits without the country. Equal to private.search_patterns. */
function findPhoneDigits(text: string): string | null {
  if (!/^[0-9+()./ -]+$/.test(text)) return null
  const digits = text.replace(/[^0-9]/g, '').replace(/^(00)?(234)?0*/, '')
  return digits.length >= 6 ? digits : null
}

/** For `.or()`: every character of the text means itself, none of them ends the filter or matches anything. */
export function buildContainsFilter(columns: readonly string[], text: string): string | null {
  const term = text.trim()
  if (term === '') return null
  // First for LIKE (\ % _), then for the quotes around the value (\ "). A * would be read as %.
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
  const quoted = `"${pattern.replace(/[\\"]/g, '\\$&')}"`
  const digits = findPhoneDigits(term)
  return [quoted, ...(digits ? [`"%${digits}%"`] : [])]
    .flatMap((value) => columns.map((column) => `${column}.ilike.${value}`))
    .join(',')
}
