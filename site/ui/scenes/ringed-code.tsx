/** Where the code stands on a document of ours, with an example. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './ringed-code.svg?raw'
import url from './ringed-code.svg?url'

export const RingedCode = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label:
    'A sheet of paper; at its foot, beside the square with the pattern, the code 7KQ4-M2XN-9RTB is ringed',
  viewBox: '0 0 240 300',
})
