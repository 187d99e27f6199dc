/** Partnership: the signing table from above, two copies, a seal, tea. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './signing-table.svg?raw'
import url from './signing-table.svg?url'

export const SigningTable = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'Two hands over an agreement, a seal, a pen and two cups of tea',
})
