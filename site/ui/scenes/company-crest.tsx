/** The company's logo as a large cloth: woven hem, sun over ridges, granaries, and the ship that takes it on. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './company-crest.svg?raw'
import url from './company-crest.svg?url'

export const CompanyCrest = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  viewBox: '0 0 520 544',
  label: "The company's logo: the sun over ridged fields, granaries and a ship, in a woven hem",
})
