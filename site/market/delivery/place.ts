/** Where this device wants its goods, stored between visits; at a sign-out it goes with the drafts. */
import { readDraft, saveDraft } from '#site/lib/draft.ts'
import type { DeliveryPlace } from './read-options.ts'

const name = 'delivery-place'
const anybody = 'device'

export function readPlace(): DeliveryPlace | null {
  return readDraft<DeliveryPlace>(name, anybody)?.values ?? null
}

export function savePlace(place: DeliveryPlace): void {
  saveDraft(name, anybody, place)
}
