/** A form with what to have ready and what happens next: beside it where there is room, before and after it on a phone. */
import type { ReactNode } from 'react'
import type { FormGuide } from '#domain/forms.ts'
import { BeforeYouBegin } from './before-you-begin.tsx'
import { NextSteps } from './next-steps.tsx'

interface GuidedFormProps {
  guide: FormGuide
  /** Between the form and the next steps. */
  beside?: ReactNode
  /** After the next steps. */
  after?: ReactNode
  children: ReactNode
}

export function GuidedForm({ guide, beside, after, children }: GuidedFormProps) {
  return (
    <div className="guided-form">
      <BeforeYouBegin ready={guide.ready} money={guide.money} />
      <div className="guided-form-main">{children}</div>
      <div className="after-form">
        {beside}
        <NextSteps steps={guide.next} />
        {after}
      </div>
    </div>
  )
}
