/** Records, terms, investors: an open ledger, a pen, a stack of naira coins with a seedling. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './open-ledger.svg?raw'
import url from './open-ledger.svg?url'

export const OpenLedger = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'An open ledger with ruled lines, a pen, and a seedling in a small clay pot',
})
