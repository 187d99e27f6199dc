/** The page of one business area: what it is, what is done there, what that has reached, and a way in. */
import type { ComponentProps, ReactNode } from 'react'
import type { PagePicture } from '#domain/company/page-texts.ts'
import { PageBlocks } from '#site/company/page-blocks/page-blocks.tsx'
import { Callout, Figures, ListCells } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'

interface AreaPageProps {
  hero: ComponentProps<typeof PageHero>
  /** In place of the scene. */
  picture: PagePicture | null
  work: { eyebrow: string; title: string; cells: ComponentProps<typeof ListCells>['cells'] }
  figures: ComponentProps<typeof Figures>['figures']
  /** Each page has its own: figures of the same kind stand on several. */
  figuresTitle: string
  callout: ComponentProps<typeof Callout>
  /** What staff have entered or records say, after the figures. */
  blocks: ComponentProps<typeof PageBlocks>['blocks']
  /** Between the blocks and the callout. */
  children?: ReactNode
}

export function AreaPage({
  hero,
  picture,
  work,
  figures,
  figuresTitle,
  callout,
  blocks,
  children,
}: AreaPageProps) {
  return (
    <>
      <PageHero {...hero} scene={picture ? <Photograph {...picture} /> : hero.scene} />
      <Section eyebrow={work.eyebrow} title={work.title}>
        <ListCells cells={work.cells} />
      </Section>
      {figures.length > 0 && (
        <Section eyebrow="Impact" title={figuresTitle}>
          <Figures figures={figures} />
        </Section>
      )}
      <PageBlocks blocks={blocks} />
      {children}
      <Section>
        <Callout {...callout} />
      </Section>
    </>
  )
}

function Photograph({ path, shows }: PagePicture) {
  return <img className="aspect-[4/3] w-full object-cover" src={path} alt={shows} width="640" height="480" />
}

interface Way {
  to: string
  label: string
}

/** Two buttons: the way that most people take, and another one. */
export function TwoWays({ first, second }: { first: Way; second: Way }) {
  return (
    <>
      <ButtonLink to={first.to}>{first.label}</ButtonLink>
      <ButtonLink to={second.to} variant="outline">
        {second.label}
      </ButtonLink>
    </>
  )
}
