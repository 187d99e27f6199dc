/** Careers and leadership: five people, from the farm gate to the export desk. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './people-of-the-company.svg?raw'
import url from './people-of-the-company.svg?url'

export const PeopleOfTheCompany = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'Five colleagues side by side: in a straw hat, a head tie, a hard hat, a cap and a hijab',
})
