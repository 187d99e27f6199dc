/** Marketplace: sacks of produce beside a platform scale. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'
import drawing from './sacks-and-scale.svg?raw'
import url from './sacks-and-scale.svg?url'

export function SacksAndScale(props: SceneProps) {
  return (
    <Scene
      {...props}
      drawing={import.meta.env.SSR ? drawing : ''}
      url={url}
      label="Open sacks of rice, beans and pepper beside a platform scale"
    />
  )
}
