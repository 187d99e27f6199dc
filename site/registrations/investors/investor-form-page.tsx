/** Around the three investor forms: the title, the form, what follows it, and the way to the other kinds. */
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { RegistrationSettings } from '#domain/registrations/read.ts'
import { useKnownPerson } from '#site/lib/use-known-person.ts'
import { paths } from '#site/paths.ts'
import type { LongFormDefinition, LongFormProps } from '#site/registrations/long-form/definition.ts'
import { LongForm } from '#site/registrations/long-form/long-form.tsx'
import { NextSteps } from '#site/ui/next-steps.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'

interface InvestorFormPageProps {
  definition: LongFormDefinition
  lead: string
  /** Which answers a signed-in member need not type. */
  knownAs?: { name: string; email: string }
  /** The operator's, where the form depends on them. */
  settings?: RegistrationSettings
  offerNumber: LongFormProps['offerNumber']
  /** What this kind of investor has to know. */
  beside?: ReactNode
}

const nextSteps = [
  'You get a reference at once, and a link that shows where your application stands.',
  'A person reads it. If something is unclear, we ask you to correct just that.',
  'You have our decision in writing, with the reason. Nothing is paid before that.',
  'Never send a BVN, an account or an identity number by chat or e-mail.',
]

export function InvestorFormPage({
  definition,
  lead,
  knownAs,
  settings,
  offerNumber,
  beside,
}: InvestorFormPageProps) {
  const { fullName, email } = useKnownPerson()
  const settled = useMemo(() => ({ ...definition, settings }), [definition, settings])
  return (
    <>
      <PageHero eyebrow="Investors" title={definition.title} lead={lead} scene={<OpenLedger />} isOverForm />
      <Section className="form-section">
        <div className="form-beside">
          <LongForm
            definition={settled}
            offerNumber={offerNumber}
            known={knownAs && { [knownAs.name]: fullName, [knownAs.email]: email }}
          />
          <div className="after-form">
            {beside}
            <NextSteps steps={nextSteps} />
            <p>
              <Link to={paths.investorForm}>Other kinds of investor</Link>
            </p>
          </div>
        </div>
      </Section>
    </>
  )
}
