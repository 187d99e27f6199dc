/** What staff call each fact of the company, in the groups in which they read and change them. */

export interface FactLabel {
  /** In the table company_facts. */
  key: string
  label: string
  help?: string
}

export const factGroups: readonly { title: string; facts: readonly FactLabel[] }[] = [
  {
    title: 'Name and mark',
    facts: [
      { key: 'company_name', label: 'Name on the site' },
      {
        key: 'logo',
        label: 'Logo',
        help: 'On the pages, beside the name. Without one, our own mark stands there.',
      },
      { key: 'blurb', label: 'What the company does', help: 'A sentence or two, at the foot of every page.' },
    ],
  },
  {
    title: 'Registration',
    facts: [
      { key: 'legal_name', label: 'Legal name', help: 'As it stands in the register of companies.' },
      {
        key: 'registration_number',
        label: 'Registration number',
        help: 'Of the Corporate Affairs Commission.',
      },
      { key: 'tax_number', label: 'Tax number', help: 'On invoices and receipts.' },
      {
        key: 'crypto_licence_reference',
        label: 'Licence for crypto wallets',
        help: 'Without it, nothing about wallets is shown.',
      },
    ],
  },
  {
    title: 'Offices',
    facts: [
      { key: 'head_office', label: 'Head office, town' },
      { key: 'head_office_street', label: 'Head office, street' },
      { key: 'branch_office', label: 'Branch office, town' },
      { key: 'branch_office_street', label: 'Branch office, street' },
    ],
  },
  {
    title: 'How to reach the company',
    facts: [
      { key: 'phone_primary', label: 'Phone' },
      { key: 'phone_secondary', label: 'Second phone' },
      { key: 'chat_number', label: 'WhatsApp number' },
      { key: 'email', label: 'Email' },
      { key: 'hr_email', label: 'Email for applications' },
      { key: 'data_protection_contact', label: 'Data protection, whom to ask', help: 'A name or a role.' },
      { key: 'data_protection_email', label: 'Data protection, email' },
    ],
  },
  {
    title: 'Pages elsewhere',
    facts: [
      { key: 'facebook', label: 'Facebook' },
      { key: 'twitter', label: 'X (Twitter)' },
      { key: 'instagram', label: 'Instagram' },
      { key: 'linkedin', label: 'LinkedIn' },
      { key: 'youtube', label: 'YouTube' },
    ].map((fact) => ({ ...fact, help: 'The whole address of the page, with https://.' })),
  },
]

const labels = new Map(factGroups.flatMap(({ facts }) => facts).map(({ key, label }) => [key, label]))

export function nameFact(key: string): string {
  return labels.get(key) ?? key.replaceAll('_', ' ')
}
