/** Addresses that can be rung or written to with one tap; null where there is none. */
import type { ReactNode } from 'react'

/** The noughts that stand for an erased number are nobody's. */
export function phoneLink(number: string | null | undefined): ReactNode {
  return number && /[1-9]/.test(number) ? <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a> : null
}

export function mailLink(address: string | null | undefined): ReactNode {
  return address ? <a href={`mailto:${address}`}>{address}</a> : null
}
