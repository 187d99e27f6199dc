/** The words of the first page that staff may change; they stand in its script, since its document is the one that must be small. */
export const homeWords = {
  hero: {
    eyebrow: 'From the soil to the ship, written down',
    title: "Growing Nigeria's Agricultural Future",
    lead: 'We advance agricultural practices, food security and sustainable farming: better yields this season, food that people can count on, and soil that is still good for the next.',
  },
  areas: {
    eyebrow: 'What we do',
    title: 'Core Business Areas',
    lead: 'Five lines of work that feed one another. The land gives the produce, the produce needs roads and stores, and both need partners who know the market and the rules. We do each of them ourselves.',
  },
  quick: { title: 'Quick Access', lead: 'Where would you like to begin?' },
  touch: {
    title: 'Get in Touch',
    text: 'Talk to a person who knows the farms and the paperwork. Say what you grow, need or plan to build, and where.',
  },
} as const
