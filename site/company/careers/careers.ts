/** What a person may expect here: reasons, benefits, the way in. */
import type { ListCell } from '#site/ui/blocks.tsx'

export const reasons: readonly ListCell[] = [
  {
    icon: 'investor',
    title: 'Growth and development',
    text: 'You begin with one task and are shown the next. Seniors here were juniors here.',
  },
  {
    icon: 'school',
    title: 'Training and certification',
    text: 'Time and fees for the certificate that your work asks for.',
  },
  {
    icon: 'agriculture',
    title: 'Meaningful impact',
    text: 'What you do well on Monday is eaten, earned or built by Friday.',
  },
]

export const benefits: readonly string[] = [
  'Competitive salary packages',
  'Health insurance coverage',
  'Professional development opportunities',
  'Training and certification programs',
  'Performance-based bonuses',
  'Flexible working arrangements',
  'Career advancement pathways',
  'Research and innovation support',
]

export const steps: readonly { title: string; text: string }[] = [
  { title: 'Browse positions', text: 'Find the department and the level that fit you.' },
  { title: 'Submit application', text: 'Say what you have done, and attach your CV.' },
  { title: 'Interview process', text: 'One talk with the team, one with the people you would work for.' },
  { title: 'Join the team', text: 'A written offer, a start date, and somebody to show you round.' },
]
