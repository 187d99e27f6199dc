/** Around both buyer forms: the title, the note on encryption, the form, and what follows it. */
import { useState } from 'react'
import { useLocation } from 'react-router'
import { promises } from '#domain/limits.ts'
import { dropReceipt, readReceipt } from '#site/features/buyers/start-photo.ts'
import { dropLostSession, useAuth } from '#site/lib/auth-state.ts'
import { useCompany } from '#site/lib/company.ts'
import type { LongFormDefinition } from '#site/lib/long-form/definition.ts'
import { LongForm } from '#site/lib/long-form/long-form.tsx'
import { NextSteps } from '#site/ui/next-steps.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'

interface BuyerFormPageProps {
  makeForm: (companyName: string) => LongFormDefinition
  lead: string
  known: Readonly<Record<string, string | undefined>>
}

const nextSteps = [
  'You get a reference on the screen and by e-mail.',
  `Our team contacts you within ${promises.buyerFollowUpHours} hours.`,
  'Your account shows where the registration stands, and why.',
]

export function BuyerFormPage({ makeForm, lead, known }: BuyerFormPageProps) {
  const { userId = '' } = useAuth()
  const { companyName } = useCompany()
  const { state } = useLocation()
  const [definition] = useState(() => makeForm(companyName))
  const [photoReceipt] = useState(() => readPassedReceipt(state) ?? readReceipt(userId))

  return (
    <>
      <PageHero eyebrow="Registration" title={definition.title} lead={lead} />
      <div className="wrap form-with-steps py-10 lg:py-16">
        <div className="grid grid-cols-1 gap-6">
          <Notice>
            <p>
              <strong>Your data is secured with encryption.</strong> It travels encrypted, and what is secret
              is stored encrypted.
            </p>
          </Notice>
          <Panel title="Registration form">
            <LongForm
              definition={definition}
              known={known}
              members
              photoReceipt={photoReceipt}
              onSessionLost={() => void dropLostSession()}
              onSubmitted={dropReceipt}
            />
          </Panel>
        </div>
        <NextSteps steps={nextSteps} />
      </div>
    </>
  )
}

function readPassedReceipt(state: unknown): string | null {
  const receipt = (state as { photoReceipt?: unknown } | null)?.photoReceipt
  return typeof receipt === 'string' ? receipt : null
}
