/** The table that compares the three kinds of investor; apart from the words of the hub, which members have too. */

export const investorComparisonWords = {
  title: 'The three side by side',
  kind: 'Kind',
  who: 'Who',
  smallest: 'Smallest range in the form',
  ready: 'Have ready',
  length: 'The form',
  lengthOf: (steps: number, answers: number) => `${steps} steps, ${answers} answers that we need`,
} as const

/** What stands in its rows: only the server reads it. */
export const comparedInvestorWords = {
  individual: {
    kind: 'Individual',
    who: 'One person, from 18 years on.',
    ready: 'An identity document, your bank account, and for Nigerians the BVN.',
  },
  corporate: {
    kind: 'Corporate',
    who: 'A company, of whatever form it is registered in.',
    ready: 'The registration number, the person who speaks for the company, its bank account.',
  },
  crypto: {
    kind: 'Crypto',
    who: 'Anyone who holds SIDRA, from 18 years on.',
    ready: 'An identity document, and the address of your SIDRA wallet.',
  },
} as const
