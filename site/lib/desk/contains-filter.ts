/** "Contains, whatever the case" over several columns, as the filter language of the services writes it. */

/** For `.or()`: every character of the text means itself, none of them ends the filter or matches anything. */
export function buildContainsFilter(columns: readonly string[], text: string): string | null {
  const term = text.trim()
  if (term === '') return null
  // First for LIKE (\ % _), then for the quotes around the value (\ "). A * would be read as %.
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
  const quoted = `"${pattern.replace(/[\\"]/g, '\\$&')}"`
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',')
}
