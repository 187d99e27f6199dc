/** Poultry: an open-sided house, hens in front, feed and eggs. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'
import drawing from './poultry-house.svg?raw'
import url from './poultry-house.svg?url'

export function PoultryHouse(props: SceneProps) {
  return (
    <Scene
      {...props}
      drawing={import.meta.env.SSR ? drawing : ''}
      url={url}
      label="An airy poultry house with hens feeding in front of it"
    />
  )
}
