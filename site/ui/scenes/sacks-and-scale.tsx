/** Marketplace: sacks of produce beside a platform scale. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './sacks-and-scale.svg?raw'
import url from './sacks-and-scale.svg?url'

export const SacksAndScale = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'Open sacks of rice, beans and pepper beside a platform scale',
})
