/** Where this device wants its goods, stored between visits; at a sign-out it goes with the drafts. And what delivery there costs. */
import type { DeliveryOptions } from '#domain/market/delivery.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
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

export function nameState(state: string): string {
  return nigerianStates.find(({ value }) => value === state)?.label ?? state
}

/** 'Ikeja, Lagos', or 'Lagos' while no area is chosen. */
export const namePlace = ({ state, lga }: DeliveryPlace): string =>
  [lga, nameState(state)].filter(Boolean).join(', ')

/** What we bring the goods for; undefined where it has no price of its own. */
export const findDelivered = (offered: DeliveryOptions | null) =>
  offered?.options.find((option) => option.kind === 'deliver')
