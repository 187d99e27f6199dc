/** What the navigation holds, once: the desktop dropdowns, the phone's accordion and the tests all read it. */
import { paths } from '#site/paths.ts'

export interface MenuLink {
  label: string
  to: string
}

export interface MenuGroup {
  label: string
  /** Set where the group's name is itself a way in. */
  to?: string
  links: readonly MenuLink[]
}

export interface Menu {
  label: string
  groups: readonly MenuGroup[]
  /** Below the groups, for who looked in the wrong menu. */
  note?: MenuLink
}

export const menus: readonly Menu[] = [
  {
    label: 'Agriculture',
    groups: [
      {
        label: 'General Services',
        to: paths.agriculture,
        links: [
          { label: 'Farmer Registration', to: paths.farmerRegistration },
          { label: 'Sustainable Farming', to: paths.sustainableFarming },
          { label: 'Rural Education', to: paths.ruralEducation },
        ],
      },
      {
        label: 'Poultry Services',
        links: [
          { label: 'Poultry Development', to: paths.poultryDevelopment },
          { label: 'Poultry Training', to: paths.poultryTraining },
        ],
      },
    ],
  },
  {
    label: 'Registration',
    groups: [
      {
        label: 'Buyer Registration',
        links: [
          { label: 'Individual Buyer', to: paths.buyerFormIndividual },
          { label: 'Corporate Buyer', to: paths.buyerFormCorporate },
        ],
      },
    ],
    note: { label: 'Farmer, trainee or investor? Your door is here', to: paths.doors },
  },
  {
    label: 'Business & Services',
    groups: [
      {
        label: 'Business Services',
        links: [
          { label: 'Company Representation', to: paths.companyRepresentation },
          { label: 'Investor Hub', to: paths.investorHub },
          { label: 'Franchise & Partnership', to: paths.franchisePartnership },
          { label: 'Real Estate & Construction', to: paths.realEstateConstruction },
          { label: 'Marketplace', to: paths.marketplace },
          { label: 'Careers', to: paths.careers },
        ],
      },
    ],
  },
  {
    label: 'About',
    groups: [
      {
        label: 'Company Info',
        to: paths.board,
        links: [
          { label: 'Terms and Conditions', to: paths.terms },
          { label: 'Privacy', to: paths.privacy },
        ],
      },
    ],
  },
]
