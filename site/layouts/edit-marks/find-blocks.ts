/** Which blocks of a page staff can edit, and where they stand: found by what the page shows, so that it carries no marks. */

/** A row of content that may stand on the page. */
export interface EditableRow {
  table: string
  /** Its primary key, joined. */
  key: string
  /** Words that the page shows of it. */
  text: string
  /** It stands on a button alone, whatever else says the same. */
  isButton?: boolean
}

export interface FoundBlock {
  row: EditableRow
  element: Element
}

export const buttonSelector = 'a.btn'
/** What a block is, from the words outwards. */
const blockSelector = `li, article, figure, tr, dl > div, .figures > div, ${buttonSelector}, section`

/** Each row's own element, the smallest that holds its words and that no earlier row has. */
export function findBlocks(root: Element, rows: readonly EditableRow[]): FoundBlock[] {
  const elements = [...root.querySelectorAll('*')]
    .map((element) => ({ element, shown: normalise(element.textContent ?? '') }))
    .sort((one, other) => one.shown.length - other.shown.length)
  const taken = new Set<Element>()
  return rows.flatMap((row) => {
    const words = normalise(row.text)
    if (words === '') return []
    for (const { element, shown } of elements) {
      if (!shown.includes(words)) continue
      const block =
        element.closest(row.isButton ? buttonSelector : blockSelector) ?? (row.isButton ? null : element)
      if (!block || taken.has(block)) continue
      taken.add(block)
      return { row, element: block }
    }
    return []
  })
}

const normalise = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
