/** Where a farmer proposes a product: what to have ready before the form, and what happens with it afterwards. */
import type { FormGuide } from '../forms.ts'

export const productGuide: FormGuide = {
  ready: [
    'How much is in one pack, and its price in naira',
    'How many packs you have; leave it empty if you always have enough',
    'A photo of the produce itself, if you have one',
  ],
  next: [
    'We look at what you sent before any buyer sees it. Until then your list says that it waits.',
    'Is something unclear, you read our note beside the product: change it, and send it again.',
    'Once it is for sale, buyers find it on the marketplace at the price that you gave.',
    'You count your packs in your list at any time: that needs no review.',
  ],
}
