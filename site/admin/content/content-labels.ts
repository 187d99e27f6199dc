/** What the parts of Content are called, each by its name in the address: its tabs, and where the palette leads. */
export const contentLabels = {
  board_members: 'Board',
  page_texts: 'Page texts',
  career_positions: 'Positions',
  career_categories: 'Position categories',
  impact_figures: 'Impact figures',
  courses: 'Courses',
  crop_seasons: 'Season calendar',
  projects: 'Projects',
  stories: 'Stories',
  photographs: 'Photographs',
  page_facts: 'Facts of pages',
  page_actions: 'Buttons of pages',
  company_facts: 'Company',
  legal: 'Terms and privacy',
} as const
