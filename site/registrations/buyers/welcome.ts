/** What a buyer reads once their registration is taken, with the company's name in it. */
import type { LongFormSuccess } from '#site/registrations/long-form/definition.ts'

export function welcome(
  { title, description }: { title: string; description: string },
  companyName: string,
): LongFormSuccess {
  return { kind: 'toast', title, description: description.replace('{companyName}', () => companyName) }
}
