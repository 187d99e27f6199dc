/** "Quick Access": the four links that visitors look for most often. */
import type { homeWords } from '#domain/company/page-words/home.ts'
import { paths } from '#site/paths.ts'
import { LinkCells } from '#site/ui/blocks.tsx'
import { Section } from '#site/ui/page.tsx'

const entries = [
  { id: 'marketplace', icon: 'marketplace', to: paths.marketplace },
  { id: 'investors', icon: 'investor', to: paths.investorHub },
  { id: 'franchise', icon: 'franchise', to: paths.franchisePartnership },
  { id: 'careers', icon: 'careers', to: paths.careers },
] as const

interface QuickAccessProps {
  title: string
  lead: string
  cells: Record<keyof typeof homeWords.quick.cells, { title: string; text: string; action: string }>
}

export function QuickAccess({ title, lead, cells }: QuickAccessProps) {
  return (
    <Section ground="forest" title={title} lead={lead} className="quick">
      <LinkCells cells={entries.map(({ id, ...entry }) => ({ ...entry, ...cells[id] }))} />
    </Section>
  )
}
