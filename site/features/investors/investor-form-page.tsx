/** Around the three investor forms: the title, the form, what follows it, and the way to the other kinds. */
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { RegistrationSettings } from '#domain/registrations/read.ts'
import type { LongFormDefinition } from '#site/lib/long-form/definition.ts'
import { LongForm } from '#site/lib/long-form/long-form.tsx'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { paths } from '#site/paths.ts'
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
  /** Beside the form, above what happens next. */
  aside?: ReactNode
}

const nextSteps = [
  'You get a reference at once, and a link that shows where your application stands.',
  'A person reads it. If something is unclear, we ask you to correct just that.',
  'You have our decision in writing, with the reason. Nothing is paid before that.',
  'Never send a BVN, an account or an identity number by chat or e-mail.',
]

export function InvestorFormPage({ definition, lead, knownAs, settings, aside }: InvestorFormPageProps) {
  const settled = useMemo(() => ({ ...definition, settings }), [definition, settings])
  return (
    <>
      <PageHero eyebrow="Investors" title={definition.title} lead={lead} scene={<OpenLedger />} />
      <Section>
        <div className="form-with-steps">
          <LongForm definition={settled} known={useKnown(knownAs)} />
          <div className="beside-form">
            {aside}
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

/** Read from the device, so that a public page loads nothing for it. */
function useKnown(names: InvestorFormPageProps['knownAs']): Record<string, string | undefined> | undefined {
  const [known, setKnown] = useState<Record<string, string | undefined>>()
  const { name, email } = names ?? {}
  useEffect(() => {
    const session = readStoredSession()
    if (session && name && email) setKnown({ [name]: session.fullName, [email]: session.email })
  }, [name, email])
  return known
}
