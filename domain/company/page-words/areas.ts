/** The words of the pages of business areas, as the site brings them: staff may put others in their place (page-texts.ts). */

const agriculture = {
  hero: {
    eyebrow: 'Agriculture',
    title: 'Agriculture Division',
    lead: 'We work with producers on the farm and with buyers at the port, and we carry the produce and its papers between them.',
    picture: '',
  },
  work: { eyebrow: 'General Services', title: 'What the division does' },
  services: {
    crops: {
      icon: 'agriculture',
      title: 'Crops and consultancy',
      text: 'From the soil test to the store.',
      lines: [
        'Crop production and farming consultancy',
        'Planting calendars by state',
        'Post-harvest handling and storage',
      ],
    },
    livestock: {
      icon: 'poultry',
      title: 'Poultry and livestock',
      text: 'Birds that live, lay and sell.',
      lines: ['Housing and brooding', 'Feed and vaccination plans', 'Training for new and working farmers'],
    },
    trade: {
      icon: 'scale',
      title: 'Trade',
      text: 'A trading platform connecting farmers to markets.',
      lines: [
        'Ginger, sesame, hibiscus, cocoa and more',
        'Tons, bags or containers',
        'FOB, CIF, CFR, EXW or DDP',
      ],
    },
    land: {
      icon: 'soil',
      title: 'Land that lasts',
      text: 'Sustainable farming practices.',
      lines: ['Rotation and cover crops', 'Organic matter and composting', 'Water kept where it falls'],
    },
    equipment: {
      icon: 'contract',
      title: 'Equipment',
      text: 'Farm equipment supply and maintenance.',
      lines: ['Tillage and planting', 'Irrigation', 'Threshing, drying and bagging'],
    },
  },
  record: { title: 'What this work has reached' },
  ways: { eyebrow: 'Programmes', title: 'Ways in for farmers' },
  programmes: {
    registration: {
      icon: 'people',
      title: 'Farmer Registration',
      text: 'Put your farm on record, with its size, crops and needs.',
      action: 'Register a farm',
    },
    farming: {
      icon: 'soil',
      title: 'Sustainable Farming',
      text: 'How to take a harvest and leave the soil better.',
      action: 'Read the practice',
    },
    education: {
      icon: 'school',
      title: 'Rural Education',
      text: 'Lessons held where the farmers are.',
      action: 'See the lessons',
    },
    poultry: {
      icon: 'poultry',
      title: 'Poultry Development',
      text: 'From day-old chicks to a paying flock.',
      action: 'See the programme',
    },
  },
  callout: {
    title: 'Buying in bulk?',
    text: 'Say what you need, how much and where it should arrive. Our team will contact you within 24 hours.',
  },
} as const

const sustainableFarming = {
  hero: {
    eyebrow: 'Agriculture',
    title: 'Sustainable Farming',
    lead: 'A field is a living thing. We help farmers take a good harvest from it this year and hand it on in better heart.',
    picture: '',
  },
  work: { eyebrow: 'Practice', title: 'Four habits of land that lasts' },
  services: {
    soil: {
      icon: 'soil',
      title: 'Soil first',
      lines: [
        'Soil tests before fertiliser',
        'Compost and manure returned to the field',
        'Legumes between cereals',
      ],
    },
    water: {
      icon: 'clock',
      title: 'Water kept',
      lines: ['Tied ridges and contour bunds', 'Mulch through the dry spell', 'Drip lines for vegetables'],
    },
    chemicals: {
      icon: 'agriculture',
      title: 'Fewer chemicals',
      lines: [
        'Scouting before spraying',
        'Resistant and early varieties',
        'Safe handling and safe containers',
      ],
    },
    income: {
      icon: 'scale',
      title: 'Income that holds',
      lines: ['Two crops, two incomes', 'Storage that beats the glut', 'Records a buyer can check'],
    },
  },
  record: { title: 'What this has reached so far' },
  callout: {
    title: 'Farm with us',
    text: 'Register your farm and say what you want to change. We start from your land, not from a brochure.',
  },
} as const

const ruralEducation = {
  hero: {
    eyebrow: 'Agriculture',
    title: 'Rural Farmer Education',
    lead: 'The classroom is a tree near the field, the blackboard travels, and the lesson ends with something that works on Monday.',
    picture: '',
  },
  work: { eyebrow: 'Lessons', title: 'Growing, keeping, counting, selling' },
  services: {
    growing: {
      icon: 'agriculture',
      title: 'Growing',
      lines: ['Seed choice and spacing', 'Pests and diseases by sight', 'Fertiliser in the right dose'],
    },
    keeping: {
      icon: 'marketplace',
      title: 'Keeping',
      lines: ['Drying and moisture', 'Stores without weevils', 'Grading and bagging'],
    },
    counting: {
      icon: 'document',
      title: 'Counting',
      lines: ['A farm book for every season', 'Cost per bag', 'Saving groups and credit'],
    },
    selling: {
      icon: 'phone',
      title: 'Selling',
      lines: ['Prices by phone', 'What a buyer checks', 'Selling together'],
    },
  },
  record: { title: 'People who have sat under the tree' },
  callout: {
    title: 'Bring a lesson to your village',
    text: 'Enrol yourself, or apply as a partner to bring the programme to a community.',
  },
} as const

const poultryDevelopment = {
  hero: {
    eyebrow: 'Poultry Services',
    title: 'Poultry Development',
    lead: 'A flock pays when few birds die, feed is not wasted and the buyer is known before the chicks arrive. That is what we teach and support.',
    picture: '',
  },
  work: { eyebrow: 'Support', title: 'From day-old chick to market day' },
  services: {
    housing: {
      icon: 'real-estate',
      title: 'Housing',
      lines: ['Open sides, shaded roofs', 'Litter that stays dry', 'Room counted per bird'],
    },
    birds: {
      icon: 'poultry',
      title: 'Birds and brooding',
      lines: ['Broilers and layers', 'The first three weeks', 'Records from day one'],
    },
    health: {
      icon: 'shield',
      title: 'Health',
      lines: ['Vaccination calendar', 'Biosecurity at the gate', 'A vet to call'],
    },
    market: {
      icon: 'scale',
      title: 'Feed and market',
      lines: ['Feed by age and cost', 'Eggs graded and crated', 'Buyers before the birds are ready'],
    },
  },
  record: { title: 'Flocks behind the figure' },
  callout: {
    title: 'Start with the training',
    text: 'No flock yet is no obstacle: the training begins at the beginning.',
  },
} as const

const realEstateConstruction = {
  hero: {
    eyebrow: 'Real Estate',
    title: 'Real Estate & Construction',
    lead: 'Property development and investment solutions: land whose papers are in order, buildings that are finished, and figures you can follow.',
    picture: '',
  },
  work: { eyebrow: 'Services', title: "From the first peg to the last quarter's account" },
  services: {
    development: {
      icon: 'real-estate',
      title: 'Development',
      lines: [
        'Residential and commercial development',
        'Farm settlements and stores',
        'Approvals and drawings',
      ],
    },
    land: {
      icon: 'peg',
      title: 'Land',
      lines: ['Land acquisition', 'Title search before payment', 'Survey, pegs and plan'],
    },
    investment: {
      icon: 'investor',
      title: 'Investment',
      lines: ['Investment consulting', 'Yield and risk on paper', 'Exit agreed at the start'],
    },
    management: {
      icon: 'document',
      title: 'Management',
      lines: ['Property management', 'Construction project management', 'Accounts every quarter'],
    },
  },
  record: { title: 'What has been built so far' },
  callout: {
    title: 'Invest, buy or build',
    text: 'Begin in the investor hub, or tell us about the land you have or the one you look for.',
  },
} as const

const generalContract = {
  hero: {
    eyebrow: 'General Contract',
    title: 'General Contract',
    lead: 'Construction and infrastructure development, priced item by item, built to the drawing and handed over with its file.',
    picture: '',
  },
  work: { eyebrow: 'Works', title: 'What we build' },
  services: {
    infrastructure: {
      icon: 'map',
      title: 'Infrastructure',
      lines: ['Feeder roads and culverts', 'Water and irrigation', 'Markets and stores'],
    },
    engineering: {
      icon: 'contract',
      title: 'Civil engineering',
      lines: ['Earthworks and drainage', 'Bridges and retaining walls', 'Soil investigation'],
    },
    building: {
      icon: 'real-estate',
      title: 'Building construction and renovation',
      lines: ['Warehouses and processing halls', 'Offices and housing', 'Repair and extension'],
    },
    management: {
      icon: 'document',
      title: 'Project management and consulting',
      lines: ['Bills of quantities', 'Programme and cash flow', 'Site meetings with minutes'],
    },
    quality: {
      icon: 'shield',
      title: 'Quality assurance and compliance',
      lines: ['Material tests', 'Safety on site', 'Permits and handover files'],
    },
  },
  record: { title: 'Contracts carried out so far' },
  callout: {
    title: 'Have a project?',
    text: 'Tell us where it is, what stage it is at and when it must be ready.',
  },
} as const

const companyRepresentation = {
  hero: {
    eyebrow: 'Company Representation',
    title: 'Company Representation',
    lead: 'Business representation for local and international firms entering Nigeria. We are your people here before you have people here.',
    picture: '',
  },
  work: { eyebrow: 'Services', title: 'Presence without an office of your own' },
  services: {
    representation: {
      icon: 'representation',
      title: 'Corporate representation',
      lines: ['A named person and an address', 'Meetings held on your behalf', 'Minutes the same day'],
    },
    consulting: {
      icon: 'investor',
      title: 'Business development consulting',
      lines: ['Buyers, suppliers and distributors', 'Tenders and offers', 'Trade fairs'],
    },
    research: {
      icon: 'search',
      title: 'Market research',
      lines: [
        'Prices at the gate and at the port',
        'Who buys, where and when',
        'Competitors and substitutes',
      ],
    },
    compliance: {
      icon: 'shield',
      title: 'Regulatory compliance assistance',
      lines: ['Registration and permits', 'Customs and export papers', 'Tax calendar'],
    },
    communications: {
      icon: 'chat',
      title: 'Corporate communications and PR',
      lines: ['Press and community', 'Local languages', 'A voice on the ground in a crisis'],
    },
  },
  record: { title: 'What we have done in the name of others' },
  callout: {
    title: 'Entering Nigeria?',
    text: 'Read how our partnerships work and choose the form that fits: representation, franchise, distribution or a strategic alliance.',
  },
} as const

export const areaWords = {
  agriculture,
  'sustainable-farming': sustainableFarming,
  'rural-education': ruralEducation,
  'poultry-development': poultryDevelopment,
  'real-estate-construction': realEstateConstruction,
  'general-contract': generalContract,
  'company-representation': companyRepresentation,
}
