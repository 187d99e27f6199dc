/** Where the texts of a page stand in it, so that staff see what they change; the page itself carries no marks for it. */
import type { PageText, TextKind, TextRole } from '#domain/company/page-texts.ts'

/** None: it is read beside the page. */
const selectors: Record<TextRole, string | null> = {
  eyebrow: '.eyebrow',
  title: 'h1, h2, h3, .doors strong',
  lead: '.lead',
  text: 'p, .door-what',
  lines: 'ul',
  action: '.go',
  picture: '.hero-scene',
  metaTitle: null,
  metaDescription: null,
}

export interface PlacedText {
  element: HTMLElement
  /** Says another text here, as the page would. */
  show: (text: string) => void
  /** Leaves the page as it was. */
  restore: () => void
}

/** By key; a text that the page does not show now has no place. */
export function findTexts(
  root: Element,
  texts: readonly { text: PageText; shown: string }[],
): Map<string, PlacedText> {
  const taken = new Set<Element>()
  const placed = new Map<string, PlacedText>()
  for (const { text, shown } of texts) {
    const selector = selectors[text.role]
    const element =
      selector &&
      [...root.querySelectorAll<HTMLElement>(selector)].find(
        (one) => !taken.has(one) && says(one, text, shown),
      )
    if (!element) continue
    taken.add(element)
    placed.set(text.key, placers[text.kind](element, shown))
  }
  return placed
}

function says(element: HTMLElement, { kind }: PageText, shown: string): boolean {
  if (kind === 'picture') return true
  if (kind !== 'list') return findLine(element, shown) !== undefined
  const lines = [...element.children].map(({ textContent }) => textContent)
  return lines.join('\n') === shown
}

/** The words may stand beside an icon, or after others. */
function findLine(element: HTMLElement, shown: string): Text | undefined {
  return [...element.childNodes].find(
    (node): node is Text => node instanceof Text && node.data.includes(shown),
  )
}

function placeLine(element: HTMLElement, shown: string): PlacedText {
  const node = findLine(element, shown)
  const before = node?.data ?? ''
  const write = (data: string) => {
    if (node) node.data = data
  }
  return {
    element,
    show: (text) => write(before.replace(shown, () => text)),
    restore: () => write(before),
  }
}

/** Lines that the page has no room for yet are seen in a preview. */
function placeList(element: HTMLElement, shown: string): PlacedText {
  const items = [...element.children].map(({ firstChild }) => firstChild as Text)
  const show = (text: string) => {
    const lines = text.split('\n')
    for (const [index, item] of items.entries()) item.data = lines[index] ?? ''
  }
  return { element, show, restore: () => show(shown) }
}

/** Another picture is seen in a preview. */
const placePicture = (element: HTMLElement): PlacedText => ({ element, show: () => {}, restore: () => {} })

const placers: Record<TextKind, (element: HTMLElement, shown: string) => PlacedText> = {
  line: placeLine,
  paragraph: placeLine,
  list: placeList,
  picture: placePicture,
}
