/** The content of an application in which nobody has edited anything; what reference rows are generated from. */
import type { Content, FigurePage, ImpactFigure } from './content.ts'

function figures(page: FigurePage, ...rows: [value: string, label: string][]): ImpactFigure[] {
  return rows.map(([value, label]) => ({ page, value, label, source: null, asOf: null }))
}

export const defaultContent: Content = {
  facts: {
    companyName: null,
    logo: null,
    blurb: null,
    headOffice: 'Lagos',
    branchOffice: 'Nasarawa',
    phonePrimary: null,
    phoneSecondary: null,
    email: null,
    hrEmail: null,
    chatNumber: null,
    facebook: null,
    twitter: null,
    instagram: null,
    linkedin: null,
    youtube: null,
    cryptoLicenceReference: null,
    registrationNumber: null,
    taxNumber: null,
    legalName: null,
    headOfficeStreet: null,
    branchOfficeStreet: null,
    dataProtectionContact: null,
    dataProtectionEmail: null,
  },
  figures: [
    ...figures('agriculture', ['5,000+', 'farmers reached'], ['25,000', 'hectares']),
    ...figures('company-representation', ['15+', 'years'], ['500+', 'projects'], ['95%', 'satisfaction']),
    ...figures('general-contract', ['15+', 'years'], ['500+', 'projects'], ['95%', 'satisfaction']),
    ...figures(
      'home',
      ['1000+', 'farmers supported'],
      ['50+', 'projects completed'],
      ['15', 'states reached'],
    ),
    ...figures('poultry-development', ['3,500+', 'poultry farmers supported']),
    ...figures('real-estate-construction', ['15+', 'years'], ['500+', 'projects'], ['95%', 'satisfaction']),
    ...figures('rural-education', ['15,000+', 'farmers trained']),
    ...figures('sustainable-farming', ['5,000+', 'farmers reached'], ['25,000', 'hectares']),
  ],
  board: [],
  careers: [
    category('farming', 'Farming & Agriculture', 'agriculture', 'leaf'),
    category('warehousing', 'Warehousing & Storage', 'marketplace', 'indigo'),
    category('trading', 'Trading & Sales', 'scale', 'clay'),
    category('processing', 'Processing & Value Addition', 'contract', 'forest'),
    category('export', 'Export & International Trade', 'ship', 'indigo'),
    category('research', 'Research & Development', 'search', 'leaf'),
    category('supply-chain', 'Inventory & Supply Chain', 'order', 'forest'),
  ],
  wallet: null,
  actions: [
    { label: 'Apply for Program', page: '', target: '/franchise-partnership' },
    { label: 'Apply for Program', page: 'poultry-development', target: '/poultry-training' },
    { label: 'Enroll Now', page: '', target: '/farmer-registration?interest={page}' },
    { label: 'Enroll Now', page: 'poultry-development', target: '/poultry-training' },
    { label: 'Get Involved', page: '', target: '/farmer-registration' },
  ],
  catalogue: { products: [], total: 0 },
  courses: [],
  seasons: [],
  projects: [],
  stories: [],
  photographs: [],
  pageFacts: [],
  texts: {},
  records: { states: [], prices: [], asOf: null },
  legal: { terms: null, privacy: null },
}

function category(id: string, title: string, icon: string, colour: string) {
  return { id, title, icon, colour, backgroundColour: 'sand', positions: [] }
}
