/** Sustainable farming: the soil cut open, roots and layers under a mixed crop. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './living-soil.svg?raw'
import url from './living-soil.svg?url'

export const LivingSoil = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'The soil cut open: maize and beans side by side, their roots in dark, living earth',
})
