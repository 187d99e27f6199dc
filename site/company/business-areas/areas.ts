/** The five areas of the business; their words are those of the first page. */
import type { homeWords } from '#domain/company/page-words/home.ts'
import { paths } from '#site/paths.ts'
import type { IconName } from '#site/ui/icons.tsx'
import { BridgeWorks } from '#site/ui/scenes/bridge-works.tsx'
import { ContainerYard } from '#site/ui/scenes/container-yard.tsx'
import { RidgedField } from '#site/ui/scenes/ridged-field.tsx'
import type { makeScene } from '#site/ui/scenes/scene.tsx'
import { SigningTable } from '#site/ui/scenes/signing-table.tsx'
import { SurveyPlot } from '#site/ui/scenes/survey-plot.tsx'

export interface BusinessArea {
  id: keyof typeof homeWords.areas.cards
  icon: IconName
  Picture: ReturnType<typeof makeScene>
  to: string
}

export type AreaWords = Record<BusinessArea['id'], { title: string; text: string; lines: readonly string[] }>

/** In the order of the ring, clockwise from the top. */
export const businessAreas: readonly BusinessArea[] = [
  {
    id: 'agriculture',
    icon: 'agriculture',
    Picture: RidgedField,
    to: paths.agriculture,
  },
  {
    id: 'real-estate',
    icon: 'real-estate',
    Picture: SurveyPlot,
    to: paths.realEstate,
  },
  {
    id: 'general-contract',
    icon: 'contract',
    Picture: BridgeWorks,
    to: paths.generalContract,
  },
  {
    id: 'franchise-partnership',
    icon: 'franchise',
    Picture: SigningTable,
    to: paths.franchisePartnership,
  },
  {
    id: 'company-representation',
    icon: 'representation',
    Picture: ContainerYard,
    to: paths.companyRepresentation,
  },
]
