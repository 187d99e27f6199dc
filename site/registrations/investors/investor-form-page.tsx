/** Around the three investor forms: the title, the form, what follows it, and the way to the other kinds. */
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { FormGuide } from '#domain/forms.ts'
import type { FormHead } from '#domain/registrations/form-heads.ts'
import { otherInvestorsLabel } from '#domain/registrations/investors.ts'
import type { RegistrationSettings } from '#domain/registrations/read.ts'
import { useKnownPerson } from '#site/lib/use-known-person.ts'
import { paths } from '#site/paths.ts'
import type { LongFormDefinition, LongFormProps } from '#site/registrations/long-form/definition.ts'
import { LongForm } from '#site/registrations/long-form/long-form.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'

interface InvestorFormPageProps {
  definition: LongFormDefinition
  head: FormHead
  /** Which answers a signed-in member need not type. */
  knownAs?: { name: string; email: string }
  /** The operator's, where the form depends on them. */
  settings?: RegistrationSettings
  guide: FormGuide
  offerNumber: LongFormProps['offerNumber']
  /** What this kind of investor has to know. */
  beside?: ReactNode
}

export function InvestorFormPage({
  definition,
  head,
  knownAs,
  settings,
  guide,
  offerNumber,
  beside,
}: InvestorFormPageProps) {
  const { fullName, email } = useKnownPerson()
  const settled = useMemo(() => ({ ...definition, settings }), [definition, settings])
  return (
    <>
      <PageHero {...head} scene={<OpenLedger />} isOverForm />
      <Section className="form-section">
        <GuidedForm
          guide={guide}
          beside={beside}
          after={
            <p>
              <Link to={paths.investorForm}>{otherInvestorsLabel}</Link>
            </p>
          }
        >
          <LongForm
            definition={settled}
            offerNumber={offerNumber}
            known={knownAs && { [knownAs.name]: fullName, [knownAs.email]: email }}
          />
        </GuidedForm>
      </Section>
    </>
  )
}
