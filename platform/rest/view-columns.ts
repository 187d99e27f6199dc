// Finds which base-table columns a view shows, so that a view can be embedded through its tables' foreign keys.

export interface ColumnOrigin {
  /** The view's own column, counted from 1. */
  column: number
  relation: number
  relationColumn: number
}

const entry =
  /:resno (\d+) :resname (?:\\.|[^\\ ])+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)$/

/**
 * Reads the outermost target list of a view's rule (a pg_node_tree): PostgreSQL notes there the table and column
 * that each output came from when it is passed through unchanged.
 */
export function readViewColumns(rule: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = []
  // `({QUERY ... :targetList ({TARGETENTRY ...} ...)})`: entries of the outermost query are one brace deep in it.
  const starts: number[] = []
  for (let i = 0; i < rule.length; i++) {
    const character = rule[i]
    if (character === '\\') i++
    else if (character === '{') starts.push(i)
    else if (character === '}') {
      const start = starts.pop()
      if (start === undefined || starts.length !== 1 || !rule.startsWith('{TARGETENTRY ', start)) continue
      const match = entry.exec(rule.slice(start, i))
      if (!match || match[4] === 'true' || match[2] === '0') continue
      origins.push({
        column: Number(match[1]),
        relation: Number(match[2]),
        relationColumn: Number(match[3]),
      })
    }
  }
  return origins
}

/** Follows views of views down to the tables. */
export function resolveViewColumns(byView: ReadonlyMap<number, ColumnOrigin[]>): Map<number, ColumnOrigin[]> {
  const resolved = new Map<number, ColumnOrigin[]>()
  const resolve = (view: number, seen: readonly number[]): ColumnOrigin[] => {
    const known = resolved.get(view)
    if (known) return known
    const result = (byView.get(view) ?? []).flatMap((origin) => {
      if (!byView.has(origin.relation)) return [origin]
      if (seen.includes(origin.relation)) return []
      const inner = resolve(origin.relation, [...seen, origin.relation])
      return inner
        .filter((deeper) => deeper.column === origin.relationColumn)
        .map((deeper) => ({ ...deeper, column: origin.column }))
    })
    resolved.set(view, result)
    return result
  }
  for (const view of byView.keys()) resolve(view, [view])
  return resolved
}
