/** The five areas of the business, as every page names them. */
import { paths } from '#site/paths.ts'
import type { IconName } from '#site/ui/icons.tsx'
import { BridgeWorks } from '#site/ui/scenes/bridge-works.tsx'
import { ContainerYard } from '#site/ui/scenes/container-yard.tsx'
import { RidgedField } from '#site/ui/scenes/ridged-field.tsx'
import type { makeScene } from '#site/ui/scenes/scene.tsx'
import { SigningTable } from '#site/ui/scenes/signing-table.tsx'
import { SurveyPlot } from '#site/ui/scenes/survey-plot.tsx'

export interface BusinessArea {
  id: string
  title: string
  icon: IconName
  description: string
  Picture: ReturnType<typeof makeScene>
  portfolio: readonly string[]
  to: string
}

/** In the order of the ring, clockwise from the top. */
export const businessAreas: readonly BusinessArea[] = [
  {
    id: 'agriculture',
    title: 'Agriculture',
    icon: 'agriculture',
    description: 'Sustainable farming solutions and agricultural innovation',
    Picture: RidgedField,
    portfolio: [
      'Crop production and farming consultancy',
      'Poultry and livestock',
      'A trading platform connecting farmers to markets',
      'Sustainable farming practices',
      'Farm equipment supply and maintenance',
    ],
    to: paths.agriculture,
  },
  {
    id: 'real-estate',
    title: 'Real Estate',
    icon: 'real-estate',
    description: 'Property development and investment solutions',
    Picture: SurveyPlot,
    portfolio: [
      'Residential and commercial development',
      'Investment consulting',
      'Property management',
      'Land acquisition',
      'Construction project management',
    ],
    to: paths.realEstate,
  },
  {
    id: 'general-contract',
    title: 'General Contract',
    icon: 'contract',
    description: 'Construction and infrastructure development',
    Picture: BridgeWorks,
    portfolio: [
      'Infrastructure',
      'Civil engineering',
      'Building construction and renovation',
      'Project management and consulting',
      'Quality assurance and compliance',
    ],
    to: paths.generalContract,
  },
  {
    id: 'franchise-partnership',
    title: 'Franchise & Partnership',
    icon: 'franchise',
    description: 'Strategic business partnerships and franchise operations',
    Picture: SigningTable,
    portfolio: [
      'Franchise development',
      'Partnerships',
      'Market entry support',
      'Brand licensing',
      'Joint venture facilitation',
    ],
    to: paths.franchisePartnership,
  },
  {
    id: 'company-representation',
    title: 'Company Representation',
    icon: 'representation',
    description: 'Business representation and corporate services',
    Picture: ContainerYard,
    portfolio: [
      'Corporate representation',
      'Business development consulting',
      'Market research',
      'Regulatory compliance assistance',
      'Corporate communications and PR',
    ],
    to: paths.companyRepresentation,
  },
]
