/** The fourteen sections of the terms and conditions, around the constants that the business has set. */
import { limits } from '#domain/limits.ts'

export interface TermsSection {
  id: string
  title: string
  paragraphs: readonly string[]
}

export const termsSections: readonly TermsSection[] = [
  {
    id: 'about',
    title: 'About the company',
    paragraphs: [
      'The company is a Nigerian agribusiness and multi-sector company. Its offices and numbers stand at the end of these terms. It works in agriculture, real estate, general contract, franchise and partnership, and company representation. These terms apply to this website and to what is ordered, registered or agreed through it.',
    ],
  },
  {
    id: 'agriculture',
    title: 'Agricultural operations',
    paragraphs: [
      'We advise farmers, supply inputs and equipment, and buy and sell agricultural produce. Produce is a natural good: descriptions and pictures show its kind, and the grade, weight and moisture that bind us are those in the written order confirmation.',
    ],
  },
  {
    id: 'real-estate',
    title: 'Real estate operations',
    paragraphs: [
      'We develop, manage and advise on property. Nothing on this site is an offer of land or of an investment: such an offer is made in a signed agreement, after the title has been searched and the papers have been shown.',
    ],
  },
  {
    id: 'general-contract',
    title: 'General contract operations and business representation',
    paragraphs: [
      'Construction works are carried out under a written contract with drawings, quantities and a programme. Representation of other companies is carried out under a mandate that names its limits; outside those limits we do not bind anybody.',
    ],
  },
  {
    id: 'orders',
    title: 'Order terms and payment',
    paragraphs: [
      'An order request on this site is an invitation to us to make an agreement. We confirm orders within 24-48 hours of submission. The agreement begins with our written confirmation.',
      'Payment is made in Nigerian Naira or an agreed international currency, on the payment terms named in the confirmation. Prices shown on the site may change with the market until then.',
    ],
  },
  {
    id: 'quality',
    title: 'Quality assurance and inspection',
    paragraphs: [
      `Goods may be inspected before loading by you or by an inspector you name. Disputes about quality are reported within ${limits.disputeHours} hours of delivery or completion, with photographs and the lot or reference number.`,
    ],
  },
  {
    id: 'delivery',
    title: 'Delivery and risk transfer',
    paragraphs: [
      'Delivery follows the Incoterm in the confirmation, and the risk passes where that Incoterm says. Dates are given in good faith and depend on weather, roads, ports and authorities.',
    ],
  },
  {
    id: 'client',
    title: 'Client responsibilities',
    paragraphs: [
      'You give correct information, keep your password to yourself, hold the permits that your purchase or project needs, and accept delivery when it is due.',
    ],
  },
  {
    id: 'property',
    title: 'Intellectual property and brand representation',
    paragraphs: [
      'Names, marks, texts and drawings on this site belong to the company or to those who licensed them. Anyone who represents the brand does so under a written agreement and in the form that it lays down.',
    ],
  },
  {
    id: 'liability',
    title: 'Limitation of liability',
    paragraphs: [
      'Our liability is capped at the value of the transaction in question. Nothing in these terms limits what the law of Nigeria does not allow to be limited.',
    ],
  },
  {
    id: 'disputes',
    title: 'Dispute resolution',
    paragraphs: [
      'We first try to settle a dispute by talking. What cannot be settled goes to arbitration in Lagos under Nigerian law, with exclusive jurisdiction of the Lagos courts for what arbitration leaves open.',
    ],
  },
  {
    id: 'privacy',
    title: 'Privacy and data protection',
    paragraphs: [
      'We handle personal data under the Nigeria Data Protection Act. The privacy notice says what we keep, why, and what you may ask of us.',
    ],
  },
  {
    id: 'changes',
    title: 'Modifications to terms',
    paragraphs: [
      'We may change these terms. The version in force on the day of your order or registration is the one that applies to it.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact information',
    paragraphs: ['Questions about these terms are answered by the offices below.'],
  },
]
