/** Representation and export: a gantry crane, stacked containers, a ship at the quay. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './container-yard.svg?raw'
import url from './container-yard.svg?url'

export const ContainerYard = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'A port: containers, a gantry crane and a ship being loaded',
})
