/** Not found: open ground, a signpost that points nowhere, a goat that looks at you. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './unploughed-field.svg?raw'
import url from './unploughed-field.svg?url'

export const UnploughedField = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'A goat beside a signpost with no names, on open ground',
})
