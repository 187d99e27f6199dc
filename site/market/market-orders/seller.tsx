/** Who sells: the company as it is registered, and its head office. */
import { asName, type Company } from '#site/page-company.ts'

export function describeSeller({ companyName, registration, offices: [head] }: Company) {
  return (
    <span className="whitespace-pre-line">
      {[registration ?? asName(companyName), head?.address].filter(Boolean).join('\n')}
    </span>
  )
}
