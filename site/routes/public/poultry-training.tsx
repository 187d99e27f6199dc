/** /poultry-training : poultry training enrolment. */

import { RegistrationGuide } from '#site/features/registration-guide/registration-guide.tsx'
import { linkMoreStyles } from '#site/layouts/more-styles.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import type { PageHandle } from '#site/root.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { PoultryHouse } from '#site/ui/scenes/poultry-house.tsx'
import type { Route } from './+types/poultry-training'

export const handle: PageHandle = { styles: 'more' }

export const links = linkMoreStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Poultry Training Enrolment',
    description:
      'Enrol in poultry training: housing, brooding, feed, health and market, for beginners and for working farmers.',
  })
}

const asked = [
  {
    title: 'You',
    reason: 'So that we can call you about dates and place.',
    asks: ['Full name, date of birth, gender', 'Phone number and e-mail', 'Address, city and state'],
  },
  {
    title: 'What you know',
    reason: 'So that the group fits you. No level is too low.',
    asks: ['Education level', 'Experience with poultry'],
  },
  {
    title: 'What you want',
    reason: 'So that the trainers prepare for it.',
    asks: ['Your motivation', 'Your training goals'],
  },
  {
    title: 'A photo of you',
    reason: 'So that nobody enrols in your name. Only the people who check enrolments see it.',
    asks: ['Taken with the phone, or uploaded'],
  },
]

export default function PoultryTraining() {
  return (
    <>
      <PageHero
        eyebrow="Poultry Services"
        title="Poultry Training Enrolment"
        lead="Learn to keep birds that live, lay and sell, from people who keep them."
        scene={<PoultryHouse />}
      />
      <RegistrationGuide
        groups={asked}
        next="Enrolment is not taken on this page yet. Create your account, read what the programme covers, or contact us for the next dates."
        actions={
          <>
            <ButtonLink to={paths.auth}>Create an account</ButtonLink>
            <ButtonLink to={paths.poultryDevelopment} variant="outline">
              Read the programme
            </ButtonLink>
          </>
        }
      />
    </>
  )
}
