/** What stands above each registration form, and what search engines read of its page. */
import { trainingDescription, trainingHead } from '../training-head.ts'
import { type RegistrationFormName, registrationForms } from './registrations.ts'

export interface FormHead {
  title: string
  eyebrow: string
  lead: string
  description: string
}

const head = (form: RegistrationFormName, words: Omit<FormHead, 'title'>): FormHead => ({
  title: registrationForms[form].title,
  ...words,
})

export const registrationHeads: Readonly<Record<RegistrationFormName, FormHead>> = {
  farmer: head('farmer', {
    eyebrow: 'Farmer Registration',
    lead: 'A farm on record is a farm that buyers, trainers and lenders can find. It takes about ten minutes, and you can stop and go on later.',
    description:
      'Put your farm on record: who you are, where you farm, what you grow and what you want to reach.',
  }),
  training: { ...trainingHead, description: trainingDescription },
  buyer_individual: head('buyer_individual', {
    eyebrow: 'Registration',
    lead: 'Tell us who you are, where you are and what you buy. Every order then starts from what we know.',
    description: 'Register to buy Nigerian produce as a person or a small business.',
  }),
  buyer_corporate: head('buyer_corporate', {
    eyebrow: 'Registration',
    lead: 'For companies that process, distribute or export. One registration, and every order starts from it.',
    description: 'Register to buy Nigerian produce as a company.',
  }),
  investor_individual: head('investor_individual', {
    eyebrow: 'Investors',
    lead: 'Investing in your own name: what we ask, and why each part is needed before money moves.',
    description:
      'Register to invest in Nigerian agriculture in your own name: identity, means, plans and bank details.',
  }),
  investor_corporate: head('investor_corporate', {
    eyebrow: 'Investors',
    lead: 'For companies interested in partnership and corporate investment.',
    description:
      'Apply as a corporate partner: the company, the person who speaks for it, and the partnership sought.',
  }),
  investor_crypto: head('investor_crypto', {
    eyebrow: 'Investors',
    lead: 'For investors using SIDRA cryptocurrency assets.',
    description: 'Register as a SIDRA investor: identity, wallet, amount and plans.',
  }),
}
