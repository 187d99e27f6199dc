/** What someone came for, by the page whose button led to the form (decision 17): the first words of their goals. */
import { figurePages } from '#domain/company/content.ts'

/** Undefined where the address names no page of ours: it is anybody's to write. */
export function describeInterest(interest: string | null): string | undefined {
  const page = figurePages.find((name) => name === interest && name !== 'home')
  return page && `I want to take part in: ${page.replaceAll('-', ' ')}.`
}
