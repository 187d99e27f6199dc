/** Opens a page as a draft would make it, in a tab of its own. */
import { deskPaths } from '#domain/desk.ts'
import { callServer } from '#site/lib/call-server.ts'
import { useAction } from '#site/lib/desk/use-action.ts'

export function usePreview() {
  const action = useAction({
    tables: [],
    done: { title: 'Preview opened', text: 'It is good for ten minutes.' },
  })

  function preview(draftId: string, path: string) {
    // Opened while the tap is still being handled: later it would be blocked as a pop-up.
    const tab = window.open('', '_blank')
    action.run(async () => {
      try {
        const answer = await callServer('POST', deskPaths.preview, { draftId, path })
        const made = (await answer.json()) as { path: string }
        tab?.location.replace(made.path)
      } catch (error) {
        tab?.close()
        throw error
      }
      return null
    })
  }

  return { action, preview }
}
