/** Addresses that can be rung or written to with one tap. */

export function PhoneLink({ number }: { number: string | null | undefined }) {
  // The noughts that stand for an erased number are nobody's.
  return number && /[1-9]/.test(number) ? <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a> : null
}

export function MailLink({ address }: { address: string | null | undefined }) {
  return address ? <a href={`mailto:${address}`}>{address}</a> : null
}
