/** What search engines say of each page, as the site brings it: its title, which is the tab's as well, and its description. */
import { trainingDescription, trainingHead } from '../../training-head.ts'
import type { WordedPage } from '../page-texts.ts'
import { homeSearch } from './home.ts'

export interface SearchWords {
  metaTitle: string
  metaDescription: string
}

export const searchWords: Record<WordedPage, SearchWords> = {
  home: homeSearch,
  agriculture: {
    metaTitle: 'Agriculture Division',
    metaDescription:
      'Farming consultancy, inputs and equipment, poultry and livestock, and a trading platform that links Nigerian producers with buyers at home and abroad.',
  },
  'sustainable-farming': {
    metaTitle: 'Sustainable Farming',
    metaDescription:
      'Soil, water, seed and income: the sustainable farming practices we teach and finance with farmers across Nigeria.',
  },
  'rural-education': {
    metaTitle: 'Rural Farmer Education',
    metaDescription:
      'Lessons held where farmers are: growing, keeping, counting and selling, in the language of the place.',
  },
  'poultry-development': {
    metaTitle: 'Poultry Development',
    metaDescription:
      'Housing, birds, feed, health and market: support for poultry farmers from day-old chicks to a paying flock.',
  },
  'poultry-training': {
    metaTitle: trainingHead.title,
    metaDescription: trainingDescription,
  },
  'real-estate-construction': {
    metaTitle: 'Real Estate & Construction',
    metaDescription:
      'Residential and commercial development, investment consulting, property management, land acquisition and construction project management in Nigeria.',
  },
  'general-contract': {
    metaTitle: 'General Contract',
    metaDescription:
      'Construction and infrastructure development: civil engineering, building and renovation, project management, quality assurance and compliance.',
  },
  'company-representation': {
    metaTitle: 'Company Representation',
    metaDescription:
      'Business representation for local and international firms entering Nigeria: presence, market research, regulatory compliance and corporate communications.',
  },
  'franchise-partnership': {
    metaTitle: 'Franchise & Partnership',
    metaDescription:
      'Franchise opportunities, business representation, strategic partnerships and distribution with a Nigerian agribusiness company.',
  },
  board: {
    metaTitle: 'Our Leadership & Investors',
    metaDescription: 'The board members and investors who answer for the company.',
  },
  careers: {
    metaTitle: 'Careers',
    metaDescription:
      'Seven departments, three levels, all full-time: work in farming, storage, trade, processing, export, research and supply.',
  },
  contact: {
    metaTitle: 'Contact us',
    metaDescription: 'Where our offices are, and the ways to reach the people who answer.',
  },
}
