/** Sustainable farming: the soil cut open, roots and layers under a mixed crop. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'
import drawing from './living-soil.svg?raw'
import url from './living-soil.svg?url'

export function LivingSoil(props: SceneProps) {
  return (
    <Scene
      {...props}
      drawing={import.meta.env.SSR ? drawing : ''}
      url={url}
      label="The soil cut open: maize and beans side by side, their roots in dark, living earth"
    />
  )
}
