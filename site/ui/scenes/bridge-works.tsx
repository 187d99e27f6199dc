/** General contract: a bridge being built over a river, a tower crane, a road roller. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'
import drawing from './bridge-works.svg?raw'
import url from './bridge-works.svg?url'

export function BridgeWorks(props: SceneProps) {
  return (
    <Scene
      {...props}
      drawing={import.meta.env.SSR ? drawing : ''}
      url={url}
      label="A bridge under construction over a river, with a tower crane setting a beam"
    />
  )
}
