/** The texts of a page as they are published and as the open draft has them; what is saved, previewed and published from the page. */
import type { adminPaths, ContentDraft, PageTextVersion } from '#domain/admin/admin.ts'
import { makePageText, type PageText, type TextsByKey, type WordedPage } from '#domain/company/page-texts.ts'
import type { DraftChange } from '#domain/content-drafts.ts'
import { readDatabaseSentence } from '#domain/refusals.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { awaitNewPage, readPageTag } from '#site/lib/page-tag.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** The list of paths would become a file of its own, which every page of the admin area would fetch. */
const previewPath: typeof adminPaths.preview = '/admin/preview'

export interface TextState {
  /** In the order of the page. */
  texts: readonly PageText[]
  published: TextsByKey
  /** Null: none is open. */
  draft: ContentDraft | null
}

interface LooseClient {
  rpc(
    name: string,
    args: object,
  ): PromiseLike<{ data: unknown; error: { code: string; message: string } | null }>
}

/** Rejects with a sentence for people. */
async function call<Answer>(name: string, args: object): Promise<Answer> {
  const client = (await getSupabase()) as unknown as LooseClient
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(readDatabaseSentence(error) ?? 'No answer came. Please try again.')
  return data as Answer
}

interface TextRow {
  key: string
  original: string
  text: string | null
}

export async function readTextState(page: WordedPage): Promise<TextState> {
  const client = await getSupabase()
  const [rows, draft] = await Promise.all([
    call<TextRow[]>('list_page_texts', { page }),
    client
      .from('content_drafts')
      .select('id,title,changes,author_id,created_at,updated_at,published_at')
      .is('published_at', null)
      .limit(1)
      .maybeSingle(),
  ])
  if (draft.error) throw draft.error
  return {
    texts: rows.map(({ key, original }) => makePageText(page, key, original)),
    published: Object.fromEntries(rows.flatMap(({ key, text }) => (text === null ? [] : [[key, text]]))),
    draft: draft.data as ContentDraft | null,
  }
}

/** The draft with these changes; without any there is none. */
export async function saveChanges(draft: ContentDraft | null, changes: DraftChange[]): Promise<void> {
  const seen = { id: draft?.id ?? null, expected_updated_at: draft?.updated_at ?? null }
  if (changes.length > 0)
    await call('save_draft', { ...seen, title: draft?.title ?? 'Changes of page texts', changes })
  else if (draft) await call('drop_draft', seen)
}

/** Answers once the page says what was published. */
export async function publish({ id, updated_at }: ContentDraft, path: string): Promise<void> {
  const tag = await readPageTag(path)
  await call('publish_draft', { id, expected_updated_at: updated_at })
  await awaitNewPage(path, tag)
}

export async function requestPreview(draftId: string, path: string): Promise<string> {
  return (await fetchJson<{ path: string }>('POST', previewPath, { draftId, path })).path
}

export function listVersions(page: WordedPage, key: string): Promise<PageTextVersion[]> {
  return call('list_page_text_versions', { page, key })
}
