/** Where we are: the outline of Nigeria with its two rivers and our offices (outline after Natural Earth, public domain). */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './nigeria-map.svg?raw'
import url from './nigeria-map.svg?url'

export const NigeriaMap = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'Map of Nigeria: head office in Lagos on the coast, branch office in Nasarawa in the centre',
})
