/** What the company still lacks before its first customer; gone when it is done. */
import { Link } from 'react-router'
import type { AdminHome } from '#domain/admin/home.ts'
import { paths } from '#site/paths.ts'
import { Notice } from '#site/ui/panel.tsx'

const steps: Record<AdminHome['missing'][number], { label: string; why: string; path: string }> = {
  bank_account: {
    label: 'A bank account in force',
    why: 'into which buyers pay; a second person approves it',
    path: paths.adminSettings,
  },
  second_admin: {
    label: 'A second admin',
    why: 'the bank account and large sums take two people',
    path: paths.adminPeople,
  },
  products: {
    label: 'The first product',
    why: 'the marketplace has none of yours yet',
    path: '/admin/products/new',
  },
  terms: { label: 'Terms and conditions', why: 'published, with their date', path: paths.adminContent },
  privacy: { label: 'The privacy notice', why: 'published, with its date', path: paths.adminContent },
  company_facts: {
    label: 'The facts of the company',
    why: 'telephone, email, legal name, company number, data protection contact',
    path: paths.adminContent,
  },
}

export function SetupCard({ missing }: { missing: AdminHome['missing'] }) {
  if (missing.length === 0) return null
  return (
    <section aria-label="Set-up">
      <Notice>
        <p>
          <strong>Before the first customer:</strong>
        </p>
        <ol className="admin-lines">
          {missing.map((step) => (
            <li key={step}>
              <Link to={steps[step].path}>{steps[step].label}</Link>
              <span className="text-stone">{steps[step].why}</span>
            </li>
          ))}
        </ol>
      </Notice>
    </section>
  )
}
