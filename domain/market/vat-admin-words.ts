/** What the page of VAT rates says to staff. */
export const vatAdminWords = {
  title: 'VAT',
  lead: 'Added on top of the price, by the class of a product. A rate holds from its day on for new orders; orders that are there keep theirs.',
  now: 'since',
  later: 'from',
  before: 'Earlier rates',
  asGoods: 'as the goods',
  setBy: (name: string, time: string) => `${name}, ${time}`,
  fromTheStart: 'Set from the start',
  add: 'Add a rate',
  takeBack: 'Take back',
  takingBack: 'Taking back...',
  takenBack: { title: 'Rate taken back', text: 'What held before goes on.' },
  form: {
    title: 'Add a rate of VAT',
    vatClass: { label: 'Class', problem: 'Choose a class' },
    rate: {
      label: 'Rate in percent',
      help: 'Leave it empty for delivery that bears what its goods bear.',
      problem: 'Enter a rate from 0 to 100, such as 7.5',
    },
    day: {
      label: 'From which day',
      help: 'Tomorrow or later.',
      problem: 'Choose the day from which it holds',
      taken: 'This class has a rate from this day already: take that one back first, or choose another day',
    },
    reason: {
      label: 'Reason on papers',
      help: 'What the law says, such as: standard rate, Nigeria Tax Act 2025',
      problem: 'Say why in 3 to 160 characters',
    },
    submitLabel: 'Add the rate',
    busyLabel: 'Adding...',
    done: { title: 'Rate added', text: 'It holds from its day on.' },
  },
  productClass: {
    label: 'VAT',
    help: 'What buyers pay on top of the price. The rates stand in Settings.',
  },
  quoteClass: {
    label: 'VAT',
    help: 'The quote names it, and why. “By the goods”: each product sold in Nigeria has its own class, and what leaves the country is an export. Where VAT is charged, add a line of tax.',
    byGoods: 'By the goods',
    line: 'VAT of this line',
    asWhole: 'As the quote',
  },
} as const
