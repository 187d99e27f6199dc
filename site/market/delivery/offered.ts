/** A place in words, and what delivery to it costs; apart from the place that is stored, which light pages read. */
import type { DeliveryOptions } from '#domain/market/delivery.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import type { DeliveryPlace } from './read-options.ts'

export function nameState(state: string): string {
  return nigerianStates.find(({ value }) => value === state)?.label ?? state
}

/** 'Ikeja, Lagos', or 'Lagos' while no area is chosen. */
export const namePlace = ({ state, lga }: DeliveryPlace): string =>
  [lga, nameState(state)].filter(Boolean).join(', ')

/** What we bring the goods for; undefined where it has no price of its own. */
export const findDelivered = (offered: DeliveryOptions | null) =>
  offered?.options.find((option) => option.kind === 'deliver')
