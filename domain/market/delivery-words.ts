/** What is said where a buyer chooses how goods reach them; apart, so that a light page carries no dates. */

export const deliveryWords = {
  legend: 'How do you get your goods?',
  help: 'Nothing is paid before you know the price and the day.',
  chooseState:
    'Choose your state and local government area first: then we show what delivery costs and when it comes.',
  loading: 'Looking up delivery...',
  ask: 'What does delivery cost?',
  estimateLabel: 'Deliver to',
  describeTo: (place: string) => `Delivery to ${place}`,
  estimatePlaceholder: 'Choose a state',
  describeWeight: (weight: string) => `Weight: ${weight}.`,
  estimateFailed: 'Delivery could not be looked up just now. You see it before you order.',
  failed: 'Delivery could not be looked up.',
  again: 'Try again',
  dayLabel: 'Day',
  describeLostDay: (day: string) => `${day} is not possible any more. Please look at the day once more.`,
  free: 'Free',
  choose: 'Please choose how you get your goods',
  changed:
    'Delivery is not as you saw it any more: the day is full, or the price is another one. Please choose again.',
  describePrice: (now: string, before: string) =>
    `Delivery costs ${now} now, not ${before}. Press the button once more if that is right for you, or choose another way.`,
  weightUnknown: 'The weight of a product is not known yet, so we tell you the price of its delivery first.',
  firstOn: 'First on',
  readyFrom: 'Ready from',
  readyOn: (day: string) => `You can collect it from ${day}.`,
  comesOn: (day: string) => `It comes on ${day}.`,
  wasToCome: (day: string) => `It was to come on ${day}. We are sorry, and tell you another day.`,
  paidLater: (day: string) => `If it reaches us after ${day}, it comes on another day, which we tell you.`,
  expected: (day: string) => `Expected on ${day}`,
  /** On the page after an order whose delivery is quoted first. */
  next: {
    title: 'What happens next',
    steps: [
      'We work out what delivery costs and on which day it comes.',
      'We write to you, or ring you where you gave no email. You can also look at the page of your order.',
      'You say yes, or withdraw the order.',
      'Only then you pay, by bank transfer.',
    ],
  },
  summaryOpen: 'We tell you',
  summaryOffered: 'Waits for your answer',
  weight: 'Weight',
  delivery: 'Delivery',
  collecting: 'You collect',
  totalBefore: 'Total without delivery',
  noFees: 'No fees are added.',
  offer: (price: string, day: string) => `Delivery: ${price}, on ${day}.`,
  offerTotal: (total: string) => `With the goods that is ${total}.`,
  offerUntil: (time: string) =>
    `Please answer before ${time}. If it is not right for you, write to us below, or withdraw the order.`,
  summaryOver: 'The time to answer has run out',
  offerOver: 'The time to answer has run out. Write to us below, and we look at it once more.',
  offerChanged: 'We have changed the price or the day since you opened this page. Please look once more.',
  accept: (total: string) => `Yes, deliver it for ${total} in all`,
  accepting: 'Sending your answer...',
  accepted: {
    title: 'Delivery agreed',
    toPay: 'Now you can pay: the account stands on this page.',
    paid: 'Nothing more is to be paid: you have paid already.',
  },
  waitsForPrice:
    'We work out what delivery costs and when it comes, and tell you. You do not pay anything yet.',
  waitsForAnswer: 'Our price for the delivery waits for your answer. You pay only after you have said yes.',
  howItComes: 'How you get it',
  quote: {
    title: 'We tell you the price of delivery first',
    text: 'We keep your goods, work out delivery, and tell you a price and a day. You pay only after you have said yes.',
  },
  collectAnywhere: {
    title: 'Collect the goods yourself',
    text: 'We agree with you where and when.',
  },
  deliver: 'Deliver to my address',
  collect: (depot: string) => `Collect at ${depot}`,
} as const
