/** What both sides agreed to trade, in the order of its lines; undefined before they did. */

interface Line {
  kind: string
  position: number
}

export const findAgreedGoods = <L extends Line>(
  quotes: readonly { status: string; quote_lines: readonly L[] }[],
): L[] | undefined =>
  quotes
    .find(({ status }) => status === 'accepted')
    ?.quote_lines.filter(({ kind }) => kind === 'goods')
    .toSorted((one, other) => one.position - other.position)
