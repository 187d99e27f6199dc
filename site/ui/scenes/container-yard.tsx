/** Representation and export: a gantry crane, stacked containers, a ship at the quay. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'
import drawing from './container-yard.svg?raw'
import url from './container-yard.svg?url'

export function ContainerYard(props: SceneProps) {
  return (
    <Scene
      {...props}
      drawing={import.meta.env.SSR ? drawing : ''}
      url={url}
      label="A port: containers on the quay, a gantry crane, and a ship being loaded"
    />
  )
}
