/** Real estate: a pegged plot, a level on its tripod, a house going up. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './survey-plot.svg?raw'
import url from './survey-plot.svg?url'

export const SurveyPlot = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: "A pegged plot, a surveyor's level and a house going up",
})
