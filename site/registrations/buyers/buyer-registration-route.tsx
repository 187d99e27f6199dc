/** /buyer-registration: where a buyer's registration starts, for members. */
import type { MetaArgs } from 'react-router'
import { buyerStartWords as words } from '#domain/registrations/buyer-start.ts'
import { buyerStartGuide as guide } from '#domain/registrations/guides.ts'
import { intakeMessages } from '#domain/registrations/intake.ts'
import { dropLostSession, useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { Button } from '#site/ui/button.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { BuyerStart } from './buyer-start.tsx'
import { useGoBack } from './use-go-back.ts'
import { WhatToHaveReady } from './what-to-have-ready.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: words.title,
    description: words.description,
    index: false,
  })
}

export default function BuyerRegistrationRoute() {
  return (
    <Guard title={words.title}>
      <BuyerRegistrationPage />
    </Guard>
  )
}

function BuyerRegistrationPage() {
  const { userId = '' } = useAuth()
  const goBack = useGoBack()

  function promptSignIn() {
    toast.error(intakeMessages.signInTitle, intakeMessages.signIn)
    void dropLostSession()
  }

  return (
    <>
      <PageHero
        title={words.title}
        lead={words.lead}
        actions={
          <Button variant="outline" onClick={goBack}>
            <Icon name="left" /> {words.backLabel}
          </Button>
        }
      />
      <div className="short-foot wrap py-10 lg:py-16">
        <GuidedForm guide={guide} beside={<WhatToHaveReady />}>
          <Panel title={words.before}>
            <BuyerStart userId={userId} onSessionLost={promptSignIn} />
          </Panel>
        </GuidedForm>
      </div>
    </>
  )
}
