/** The words of the other pages about the company, as the site brings them: staff may put others in their place (page-texts.ts). */
import { trainingHead } from '../../training-head.ts'

const poultryTraining = { hero: trainingHead } as const

const franchisePartnership = {
  hero: {
    eyebrow: 'Franchise & Partnership',
    title: 'Franchise & Partnership',
    lead: 'Strategic business partnerships and franchise operations, for people who want to build something that is still there in ten years.',
  },
  work: { eyebrow: 'Three ways', title: 'How we work together' },
  services: {
    franchise: {
      icon: 'franchise',
      title: 'Franchise Opportunities',
      text: 'Our name, methods and supply, your town and your team.',
      lines: ['Franchise development', 'Brand licensing', 'Training before opening'],
    },
    representation: {
      icon: 'representation',
      title: 'Business Representation',
      text: 'We stand for you in Nigeria, or you stand for us where you are.',
      lines: ['Market entry support', 'Introductions and follow-up', 'Reports in writing'],
    },
    partnership: {
      icon: 'people',
      title: 'Strategic Partnerships',
      text: 'Two companies, one venture, the terms on paper first.',
      lines: ['Joint venture facilitation', 'Processing and export projects', 'Shared risk, agreed exit'],
    },
  },
  application: {
    eyebrow: 'Apply',
    title: 'Partnership Application Form',
    lead: 'Seven answers are needed; the rest helps us answer well. A person reads every application.',
  },
} as const

const contact = {
  hero: {
    eyebrow: 'Contact',
    title: 'Contact us',
    lead: 'Say what it is about, and you reach the people who do that work.',
  },
  message: { eyebrow: 'Message', title: 'Write to us' },
  ways: { eyebrow: 'Shorter ways', title: 'You know what you need?' },
  links: {
    order: {
      icon: 'order',
      title: 'You need produce',
      text: 'A bulk order reaches the trading team with your phone number. We contact you within 24 hours.',
      action: 'Place an order',
    },
    farm: {
      icon: 'people',
      title: 'You farm',
      text: 'See what a farm registration asks and what it brings.',
      action: 'Farmer registration',
    },
    partner: {
      icon: 'franchise',
      title: 'You want to work with us',
      text: 'Franchise, representation, distribution or an alliance.',
      action: 'Ways to work together',
    },
  },
} as const

const board = {
  hero: {
    eyebrow: 'Company Info',
    title: 'Our Leadership & Investors',
    lead: 'The people who answer for the company, by name, with what they do and how to reach them.',
  },
  members: { title: 'Who we are' },
} as const

const careers = {
  hero: {
    eyebrow: 'Careers',
    title: 'Careers, from the farm gate to the export desk',
    lead: 'Seven departments, entry-level to senior, all full-time.',
  },
  why: { eyebrow: 'Why here', title: 'Three reasons to join' },
  reasons: {
    growth: {
      icon: 'investor',
      title: 'Growth and development',
      text: 'You begin with one task and are shown the next. Seniors here were juniors here.',
    },
    training: {
      icon: 'school',
      title: 'Training and certification',
      text: 'Time and fees for the certificate that your work asks for.',
    },
    impact: {
      icon: 'agriculture',
      title: 'Meaningful impact',
      text: 'What you do well on Monday is eaten, earned or built by Friday.',
    },
  },
  positions: { eyebrow: 'Positions', title: 'Where you could work' },
  apply: { eyebrow: 'Four steps, no agents, no fees', title: 'How to Apply' },
  steps: {
    browse: { title: 'Browse positions', text: 'Find the department and the level that fit you.' },
    submit: { title: 'Submit application', text: 'Say what you have done, and attach your CV.' },
    interview: {
      title: 'Interview process',
      text: 'One talk with the team, one with the people you would work for.',
    },
    join: { title: 'Join the team', text: 'A written offer, a start date, and somebody to show you round.' },
  },
  benefits: {
    eyebrow: 'What comes with the work',
    title: 'Employee benefits',
    lines: [
      'Competitive salary packages',
      'Health insurance coverage',
      'Professional development opportunities',
      'Training and certification programs',
      'Performance-based bonuses',
      'Flexible working arrangements',
      'Career advancement pathways',
      'Research and innovation support',
    ],
  },
  callout: {
    title: 'Ready to apply?',
    text: 'Send one application for any position that may fit, or ask first. Nobody may ask you for money to apply.',
  },
  hr: {
    eyebrow: 'HR Department',
    title: 'Contact HR Department',
    text: 'Ask about a position, an application that you have sent, or training. People read every message and answer it.',
  },
} as const

export const otherWords = {
  'poultry-training': poultryTraining,
  'franchise-partnership': franchisePartnership,
  contact,
  board,
  careers,
}
