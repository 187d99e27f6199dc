/** What the second of two people reads of a field that both changed; the desk's list of products does not load these words. */
import { productQuestions, productWords } from '#domain/market/product-proposals.ts'
import { describeSetter, type NumberNow } from './update-product.ts'

const isQuestion = (column: string): column is keyof typeof productQuestions =>
  Object.hasOwn(productQuestions, column)

const otherLabels: Readonly<Record<string, string>> = {
  weight_grams: productQuestions.weight.label,
  farmer_id: 'Whose it is',
  farmer_name: 'Farmer',
  location: 'Place',
  vat_class: 'VAT',
  photo_path: productWords.photo.label,
  more_photo_paths: productWords.more.label,
}

/** What is shown by a picture, or by a name that is not read with it. */
const unspoken: readonly string[] = ['farmer_id', 'photo_path', 'more_photo_paths']

/** Of any other value that somebody changed meanwhile. */
export function describeValueNow(column: string, { now, at, by }: NumberNow<unknown>): string {
  const label = isQuestion(column) ? productQuestions[column].label : (otherLabels[column] ?? column)
  const words = column === 'weight_grams' ? `${Number(now) / 1000} kg` : `“${now}”`
  const stands = unspoken.includes(column)
    ? ''
    : `: ${now === null ? 'it is empty now' : `it is ${words} now`}`
  return `“${label}” was changed meanwhile${stands}${describeSetter({ at, by })}. Nothing is saved yet. Check yours. To set it all the same, save again.`
}
