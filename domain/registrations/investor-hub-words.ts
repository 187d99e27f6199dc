/** The two pages on which a kind of investor is chosen: public, and for members. */

export const investorHubWords = {
  title: 'Investor Registration Hub',
  description: 'Register as an individual investor, a corporate partner or a crypto investor.',
  eyebrow: 'Investors',
  lead: 'Three kinds of investor, three sets of questions. Choose yours; every answer goes into one record that you can see.',
  memberLead:
    'Three forms for three kinds of investor. Choose the one that fits; we answer every registration.',
  choose: { eyebrow: 'Choose', title: 'Who is investing?' },
  compare: {
    title: 'The three side by side',
    kind: 'Kind',
    who: 'Who',
    smallest: 'Smallest amount in the form',
    ready: 'Have ready',
    length: 'The form',
    lengthOf: (steps: number, answers: number) => `${steps} steps, ${answers} answers that we need`,
  },
  risks: {
    title: 'Know the risk',
    lines: [
      'What you invest can lose value, and in a bad season all of it. Nobody here promises a return.',
      'Nothing is paid with the registration. We answer in writing first; whoever asks you for money before that is not from us.',
      'Never send a BVN, an account or an identity number by chat or e-mail.',
    ],
  },
} as const

/** Each kind as its card names it, and as the table compares it. */
export const investorKindWords = {
  individual: {
    title: 'Individual Investors',
    text: 'People who invest in their own name.',
    action: 'Individual bio data',
    kind: 'Individual',
    who: 'One person, from 18 years on.',
    ready: 'An identity document, your bank account, and for Nigerians the BVN.',
  },
  corporate: {
    title: 'Corporate Partners',
    text: 'Companies interested in partnership and corporate investment.',
    action: 'Corporate bio data',
    kind: 'Corporate',
    who: 'A company, of whatever form it is registered in.',
    ready: 'The registration number, the person who speaks for the company, its bank account.',
  },
  crypto: {
    title: 'Crypto Investors',
    text: 'Investors using SIDRA cryptocurrency assets.',
    action: 'Crypto bio data',
    kind: 'Crypto',
    who: 'Anyone who holds SIDRA, from 18 years on.',
    ready: 'An identity document, and the address of your SIDRA wallet.',
  },
} as const
