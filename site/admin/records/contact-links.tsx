/** Addresses that can be rung or written to with one tap; null where there is none. */
import type { ReactNode } from 'react'
import { groupPhone } from '#domain/phone-groups.ts'
import { chatUrl } from '#site/page-company.ts'
import { CopyButton } from './copy-button.tsx'

/**
 * Grouped as it is read out. The noughts that stand for an erased number are nobody's. With a reference (a registration's, an order's code) the number has a
 * chat beside it that begins with it.
 */
export function phoneLink(number: string | null | undefined, reference?: string | null): ReactNode {
  if (!number || !/[1-9]/.test(number)) return null
  const shown = groupPhone(number)
  const call = (
    <a className="whitespace-nowrap" href={`tel:${number.replace(/[^+\d]/g, '')}`}>
      {shown}
    </a>
  )
  if (!reference) return call
  return (
    <>
      {call}{' '}
      <a
        className="whitespace-nowrap"
        href={chatUrl(readInternational(number), `Hello, this is about ${reference}.`)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Chat with ${shown} about ${reference}`}
      >
        Chat
      </a>
    </>
  )
}

/** The chat wants the country's code; a number that begins with 0 is Nigerian. */
function readInternational(number: string): string {
  return number.trim().replace(/^0(?=[1-9])/, '234')
}

export function mailLink(address: string | null | undefined): ReactNode {
  return address ? <a href={`mailto:${address}`}>{address}</a> : null
}

/** Among the facts of a record: with a button that copies it. */
export function phoneFact(number: string | null | undefined, reference?: string | null): ReactNode {
  const link = phoneLink(number, reference)
  return link && withCopy(link, number ?? '')
}

export function mailFact(address: string | null | undefined): ReactNode {
  return address ? withCopy(mailLink(address), address) : null
}

export function codeFact(code: string | null | undefined): ReactNode {
  return code ? withCopy(<span className="code">{code}</span>, code) : null
}

function withCopy(shown: ReactNode, text: string): ReactNode {
  return (
    <>
      {shown} <CopyButton text={text} />
    </>
  )
}
