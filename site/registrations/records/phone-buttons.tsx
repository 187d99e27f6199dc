/** A button for each number of the company. */
import { dialUrl, useCompany } from '#site/page-company.ts'
import { ButtonAnchor } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'

export function PhoneButtons() {
  const { phones } = useCompany()
  if (phones.length === 0) return null
  return (
    <p className="flex flex-wrap gap-3">
      {phones.map((phone) => (
        <ButtonAnchor key={phone} href={dialUrl(phone)} variant="outline" size="sm">
          <Icon name="phone" /> {phone}
        </ButtonAnchor>
      ))}
    </p>
  )
}
