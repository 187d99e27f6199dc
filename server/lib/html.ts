// HTML that cannot be broken by what is put into it: everything interpolated is escaped unless it is Html itself.

export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
  toString(): string {
    return this.markup
  }
}

type Piece = string | number | Html | readonly Html[]

export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(parts.reduce((text, part, index) => text + print(pieces[index - 1] ?? '') + part))
}

function print(piece: Piece): string {
  if (piece instanceof Html) return piece.markup
  if (Array.isArray(piece)) return piece.map((one: Html) => one.markup).join('')
  return escapeHtml(String(piece))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
