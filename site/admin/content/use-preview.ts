/** Opens a page as a draft would make it, in a tab of its own. */
import { adminPaths } from '#domain/admin/admin.ts'
import { useAction } from '#site/admin/use-action.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { openTab } from '#site/lib/open-tab.ts'

export function usePreview() {
  const action = useAction({
    tables: [],
    done: { title: 'Preview opened', text: 'It is good for ten minutes.' },
  })

  async function request(draftId: string, path: string): Promise<string> {
    return (await fetchJson<{ path: string }>('POST', adminPaths.preview, { draftId, path })).path
  }

  const preview = (draftId: string, path: string) => void openTab(action, () => request(draftId, path))

  return { action, preview }
}
