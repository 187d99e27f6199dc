/** Rural education: a lesson under a broad tree. */
import { makeScene } from '#site/ui/scenes/scene.tsx'
import drawing from './lesson-under-tree.svg?raw'
import url from './lesson-under-tree.svg?url'

export const LessonUnderTree = makeScene({
  drawing: import.meta.env.SSR ? drawing : '',
  url,
  label: 'A lesson in the shade of a broad tree: a teacher at a board, farmers seated on benches',
})
