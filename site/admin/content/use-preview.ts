/** Opens a page as a draft would make it, in a tab of its own. */
import { deskPaths } from '#domain/admin/desk.ts'
import { openTab } from '#site/admin/open-tab.ts'
import { useAction } from '#site/admin/use-action.ts'
import { fetchJson } from '#site/lib/call-server.ts'

export function usePreview() {
  const action = useAction({
    tables: [],
    done: { title: 'Preview opened', text: 'It is good for ten minutes.' },
  })

  async function ask(draftId: string, path: string): Promise<string> {
    return (await fetchJson<{ path: string }>('POST', deskPaths.preview, { draftId, path })).path
  }

  const preview = (draftId: string, path: string) => void openTab(action, () => ask(draftId, path))

  return { action, preview }
}
