/** In place of a portrait that nobody has given: a head under a cap, nobody's face. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './head-under-cap.svg?raw'
import url from './head-under-cap.svg?url'

export const HeadUnderCap = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'A head under a cap',
  viewBox: '0 0 160 128',
})
