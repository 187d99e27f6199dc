/** Careers and leadership: five people, from the farm gate to the export desk. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'
import drawing from './people-of-the-company.svg?raw'
import url from './people-of-the-company.svg?url'

export function PeopleOfTheCompany(props: SceneProps) {
  return (
    <Scene
      {...props}
      drawing={import.meta.env.SSR ? drawing : ''}
      url={url}
      label="Five colleagues side by side: in a straw hat, a head tie, a hard hat, a cap and a hijab"
    />
  )
}
