/** What anybody may know and check: read on the page at once, and no claim about the company. */
import type { BlockPage } from '#domain/company/content.ts'
import type { PageBlock } from './page-block-types.ts'

export const guides: Readonly<Partial<Record<BlockPage, PageBlock>>> = {
  'sustainable-farming': {
    id: 'guide',
    eyebrow: 'One practice, step by step',
    title: 'Tied ridges: rain that stays in the field',
    steps: [
      {
        title: 'Find the level line',
        text: 'Walk the slope with an A-frame or a line level, and mark the contour with pegs.',
      },
      {
        title: 'Ridge along it',
        text: 'Make the ridges along the pegs, across the slope, as far apart as the crop wants its rows.',
      },
      {
        title: 'Tie the furrows',
        text: 'Every one to two metres put a small bank across the furrow, lower than the ridge, so that rain stands there and sinks in.',
      },
      { title: 'Plant on the ridge', text: 'The seed stands dry, the roots find the water below.' },
      {
        title: 'Look after the storm',
        text: 'Mend what has broken the same day: where one tie goes, the next ones follow.',
      },
    ],
  },
  'rural-education': {
    id: 'guide',
    eyebrow: 'A lesson to read now',
    title: 'Is the grain dry enough to store? Ask the salt',
    steps: [
      {
        title: 'Take a dry jar',
        text: 'A clean glass jar with a lid, and salt that has been dried in the sun or in a hot pan.',
      },
      {
        title: 'Fill it by a third',
        text: 'Put in grain from the middle of the heap, and a spoon of the dry salt.',
      },
      { title: 'Shake for a minute', text: 'Close the lid, shake, then let it stand for some minutes.' },
      {
        title: 'Look at the glass',
        text: 'Salt sticks to the glass: the grain is still wet, dry it again. The salt falls down: it is dry enough to be bagged.',
      },
    ],
  },
  'real-estate-construction': {
    id: 'guide',
    eyebrow: 'Before land is paid for',
    title: 'How a title is checked',
    lead: 'Anyone who buys land should see each of these done, with us or with anybody else.',
    steps: [
      {
        title: 'The papers of the seller',
        text: "Certificate of occupancy or deed with the Governor's consent, and the survey plan, all in the name of the one who sells.",
      },
      {
        title: 'The survey plan',
        text: 'Its beacons are charted at the office of the Surveyor-General of the state: is the land free, or is it acquired or committed by government?',
      },
      {
        title: 'The land registry',
        text: 'A search shows the owner on record, mortgages, and cautions that somebody has entered. A lawyer looks for cases in court.',
      },
      {
        title: 'On the ground',
        text: 'Walk the beacons, and ask the family, the community and the neighbours who uses the land.',
      },
      {
        title: 'Contract, then payment',
        text: "Payment to the owner's account by name, a deed of assignment, and the application for consent and registration.",
      },
    ],
  },
}
