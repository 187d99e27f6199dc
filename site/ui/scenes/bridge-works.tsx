/** General contract: a bridge being built over a river, a tower crane, a road roller. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './bridge-works.svg?raw'
import url from './bridge-works.svg?url'

export const BridgeWorks = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'A bridge going up over a river, a tower crane setting a beam',
})
