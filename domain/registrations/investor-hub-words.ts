/** The two pages on which a kind of investor is chosen: public, and for members. */

export const investorHubWords = {
  title: 'Investor Registration Hub',
  description: 'Register as an individual investor, a corporate partner or a crypto investor.',
  eyebrow: 'Investors',
  lead: 'Three kinds of investor, three sets of questions. Choose yours; every answer goes into one record that you can see.',
  memberLead:
    'Three forms for three kinds of investor. Choose the one that fits; we answer every registration.',
  choose: { eyebrow: 'Choose', title: 'Who is investing?' },
} as const

/** They come with the page and not with its script. */
export const investorRiskWords = {
  title: 'Know the risk',
  lines: [
    'What you invest can lose value, and in a bad season all of it. Nobody here promises a return.',
    'Nothing is paid with the registration. We answer in writing first; whoever asks you for money before that is not from us.',
    'Never send a BVN, an account or an identity number by email or chat.',
  ],
} as const

/** Each kind as its card names it. */
export const investorKindWords = {
  individual: {
    title: 'Individual Investors',
    text: 'People who invest in their own name.',
    action: 'Individual bio data',
  },
  corporate: {
    title: 'Corporate Partners',
    text: 'Companies interested in partnership and corporate investment.',
    action: 'Corporate bio data',
  },
  crypto: {
    title: 'Crypto Investors',
    text: 'Investors using SIDRA cryptocurrency assets.',
    action: 'Crypto bio data',
  },
} as const
