/** Poultry: an open-sided house, hens in front, feed and eggs. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './poultry-house.svg?raw'
import url from './poultry-house.svg?url'

export const PoultryHouse = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'An airy poultry house with hens feeding in front of it',
})
