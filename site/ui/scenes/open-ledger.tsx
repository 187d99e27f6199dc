/** Records, terms, investors: an open ledger, a pen, a stack of naira coins with a seedling. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'
import drawing from './open-ledger.svg?raw'
import url from './open-ledger.svg?url'

export function OpenLedger(props: SceneProps) {
  return (
    <Scene
      {...props}
      drawing={import.meta.env.SSR ? drawing : ''}
      url={url}
      label="An open ledger with ruled lines, a pen, and a seedling in a small clay pot"
    />
  )
}
