/** Real estate: a pegged plot, a level on its tripod, a house going up. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'
import drawing from './survey-plot.svg?raw'
import url from './survey-plot.svg?url'

export function SurveyPlot(props: SceneProps) {
  return (
    <Scene
      {...props}
      drawing={import.meta.env.SSR ? drawing : ''}
      url={url}
      label="A pegged building plot with a surveyor's level and a house going up"
    />
  )
}
