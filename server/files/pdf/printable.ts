// What our faces can print of a text: each letter that they lack has a mark in its place, so that nothing is missing in silence.
import type PDFDocument from 'pdfkit'

/** For what cannot be shown (U+FFFD of Unicode): nobody types it, and each of our faces has it. */
export const missingMark = '\uFFFD'

interface Printable<Face> {
  /** Without a face, for the one that is used where none is named. */
  printable(text: string, face?: Face): string
  /** Whether a mark was set since the document was opened. */
  hasMissingLetters(): boolean
}

interface WithFace {
  /** pdfkit has no other way to a face that it has read. */
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

export function createPrintable<Face>(
  choose: (face: Face | undefined) => InstanceType<typeof PDFDocument>,
): Printable<Face> {
  let isAnyMissing = false
  return {
    printable(text, face) {
      const composed = text.normalize('NFC')
      if (/^[\n\x20-\x7e]*$/.test(composed)) return composed
      const { font } = (choose(face) as unknown as WithFace)._font
      let printed = ''
      let isLastMissing = false
      for (const letter of composed) {
        // What has no shape of its own is nothing that a reader would miss.
        const isPrinted = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(letter)
        if (isPrinted || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) {
          printed += letter
          isLastMissing = false
        } else if (!isLastMissing || !/\p{M}/u.test(letter)) {
          // An accent belongs to the letter before it: one mark for both.
          printed += missingMark
          isLastMissing = true
          isAnyMissing = true
        }
      }
      return printed
    },
    hasMissingLetters: () => isAnyMissing,
  }
}
