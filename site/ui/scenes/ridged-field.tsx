/** Agriculture: ridges at dawn, two granaries, a farmer with a hoe. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './ridged-field.svg?raw'
import url from './ridged-field.svg?url'

export const RidgedField = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'A farmer with a hoe on a ridged field at dawn, two granaries behind',
})
