// Reads the small grammars of the query string from left to right, and says where a text goes wrong.
import type { Field, JsonStep } from './ast.ts'
import { parseFailure, type RestError } from './errors.ts'

const nameCharacter = /[\p{L}\p{Nd}_ $]/u
const jsonKeyCharacter = /[^(\-:.,>)]/u

const maxJsonSteps = 20

export class Cursor {
  readonly what: string
  readonly text: string
  at = 0

  constructor(what: string, text: string) {
    this.what = what
    this.text = text
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.at)
  }

  /** Consumes the word when it comes next. */
  take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }

  expect(word: string): void {
    if (!this.take(word)) throw this.failure(`"${word}"`)
  }

  skipSpaces(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++
  }

  failure(expecting: string): RestError {
    const result = this.done
      ? 'end of input'
      : `"${String.fromCodePoint(this.text.codePointAt(this.at) as number)}"`
    return parseFailure(this.what, this.text, this.at + 1, `unexpected ${result} expecting ${expecting}`)
  }

  /** Consumes characters while the pattern holds, by code point. */
  takeWhile(pattern: RegExp): string {
    const start = this.at
    while (!this.done) {
      const character = String.fromCodePoint(this.text.codePointAt(this.at) as number)
      if (!pattern.test(character)) break
      this.at += character.length
    }
    return this.text.slice(start, this.at)
  }

  /** `"..."` with backslash escapes; undefined when no quote comes next. */
  takeQuoted(): string | undefined {
    if (this.text[this.at] !== '"') return undefined
    let value = ''
    for (let i = this.at + 1; i < this.text.length; i++) {
      const character = this.text[i] as string
      if (character === '"') {
        this.at = i + 1
        return value
      }
      value += character === '\\' && i + 1 < this.text.length ? this.text[++i] : character
    }
    this.at = this.text.length
    throw this.failure('"\\""')
  }

  /** A column, table or alias name: letters, digits, `_`, `$`, spaces inside, dashes between; or quoted. */
  takeName(): string | undefined {
    const quoted = this.takeQuoted()
    if (quoted !== undefined) return quoted
    let name = this.takeWhile(nameCharacter)
    while (name && this.text[this.at] === '-' && this.text[this.at + 1] !== '>') {
      this.at++
      const part = this.takeWhile(nameCharacter)
      if (!part) throw this.failure('field name (* or [a..z0..9_$])')
      name += `-${part}`
    }
    return name.trim() || undefined
  }

  name(): string {
    const name = this.takeName()
    if (name === undefined) throw this.failure('field name (* or [a..z0..9_$])')
    return name
  }

  /** A type or text search configuration: what may stand after `::` and in `fts(...)`. */
  identifier(): string {
    const name = this.takeWhile(nameCharacter).trim()
    if (!name) throw this.failure('letter or digit')
    return name
  }

  field(): Field {
    this.skipSpaces()
    const name = this.name()
    const path = this.jsonPath()
    this.skipSpaces()
    return { name, path }
  }

  jsonPath(): JsonStep[] {
    const path: JsonStep[] = []
    while (this.startsWith('->')) {
      const asText = this.take('->>')
      if (!asText) this.take('->')
      path.push({ asText, key: this.jsonKey() })
      if (path.length > maxJsonSteps) throw this.failure(`at most ${maxJsonSteps} JSON path steps`)
    }
    return path
  }

  private jsonKey(): string | number {
    // An index only when the digits end the step; `->1st` is a key.
    const index = /^-?\d+(?=->|::|\.|,|\)|$)/.exec(this.text.slice(this.at, this.at + 40))
    if (index) {
      this.at += index[0].length
      const number = Number(index[0])
      if (Math.abs(number) > 2147483647) throw this.failure('an array index that fits in 32 bits')
      return number
    }
    const quoted = this.takeQuoted()
    if (quoted !== undefined) return quoted
    let key = this.takeWhile(jsonKeyCharacter).trim()
    while (key && this.text[this.at] === '-' && this.text[this.at + 1] !== '>') {
      this.at++
      const part = this.takeWhile(jsonKeyCharacter).trim()
      if (!part) throw this.failure('any non reserved character different from: .,>()')
      key += `-${part}`
    }
    if (!key) throw this.failure('any non reserved character different from: .,>()')
    return key
  }
}
