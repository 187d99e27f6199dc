/** The words of the first page that staff may change; they stand in its script, since its document is the one that must be small. */
export const homeWords = {
  hero: {
    eyebrow: 'From the soil to the ship, written down',
    title: "Growing Nigeria's Agricultural Future",
    lead: 'We advance agricultural practices, food security and sustainable farming: better yields this season, food that people can count on, and soil that is still good for the next.',
  },
  doors: {
    title: 'Which door is yours?',
    cells: {
      farm: { title: 'I farm', text: 'Register your farm. It is free.' },
      training: { title: 'I want training', text: 'Learn to keep poultry that pays.' },
      buy: { title: 'I buy', text: 'By the bag, or in bulk by contract.' },
      invest: { title: 'I invest', text: 'Three ways, and what each asks.' },
      work: { title: 'I look for work', text: 'Open positions, and how to apply.' },
      partner: { title: 'I want to partner', text: 'Franchise or representation.' },
    },
  },
  areas: {
    eyebrow: 'What we do',
    title: 'Core Business Areas',
    lead: 'Five lines of work that feed one another. The land gives the produce, the produce needs roads and stores, and both need partners who know the market and the rules. We do each of them ourselves.',
    cards: {
      agriculture: {
        title: 'Agriculture',
        text: 'Sustainable farming solutions and agricultural innovation',
        lines: [
          'Crop production and farming consultancy',
          'Poultry and livestock',
          'A trading platform connecting farmers to markets',
          'Sustainable farming practices',
          'Farm equipment supply and maintenance',
        ],
      },
      'real-estate': {
        title: 'Real Estate',
        text: 'Property development and investment solutions',
        lines: [
          'Residential and commercial development',
          'Investment consulting',
          'Property management',
          'Land acquisition',
          'Construction project management',
        ],
      },
      'general-contract': {
        title: 'General Contract',
        text: 'Construction and infrastructure development',
        lines: [
          'Infrastructure',
          'Civil engineering',
          'Building construction and renovation',
          'Project management and consulting',
          'Quality assurance and compliance',
        ],
      },
      'franchise-partnership': {
        title: 'Franchise & Partnership',
        text: 'Strategic business partnerships and franchise operations',
        lines: [
          'Franchise development',
          'Partnerships',
          'Market entry support',
          'Brand licensing',
          'Joint venture facilitation',
        ],
      },
      'company-representation': {
        title: 'Company Representation',
        text: 'Business representation and corporate services',
        lines: [
          'Corporate representation',
          'Business development consulting',
          'Market research',
          'Regulatory compliance assistance',
          'Corporate communications and PR',
        ],
      },
    },
  },
  quick: {
    title: 'Quick Access',
    lead: 'Where would you like to begin?',
    cells: {
      marketplace: {
        title: 'Marketplace',
        text: 'Rice, yam, maize, palm oil and more from Nigerian farms, by the bag.',
        action: 'See the produce',
      },
      investors: {
        title: 'Investor Hub',
        text: 'Register as an individual, a company or a SIDRA holder.',
        action: 'Open the hub',
      },
      franchise: {
        title: 'Franchise Partnership',
        text: 'Bring the model to your state, or enter Nigeria with us.',
        action: 'Work with us',
      },
      careers: {
        title: 'Careers',
        text: 'Seven departments, from the farm gate to the export desk.',
        action: 'See positions',
      },
    },
  },
  touch: {
    title: 'Get in Touch',
    text: 'Talk to a person who knows the farms and the paperwork. Say what you grow, need or plan to build, and where.',
  },
} as const

/** For search engines, as page-words/search.ts has it of the other pages. */
export const homeSearch = {
  metaTitle: "Growing Nigeria's Agricultural Future",
  metaDescription:
    'A Nigerian agribusiness: farming consultancy and produce trade, real estate, construction, franchise and company representation.',
} as const
