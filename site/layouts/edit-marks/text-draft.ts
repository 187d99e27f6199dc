/** The texts of a page as they are published and as the open draft has them; what is kept, previewed and published from the page. */
import { adminPaths, type ContentDraft, type DraftChange, type PageTextVersion } from '#domain/admin/admin.ts'
import type { TextsByKey, WordedPage } from '#domain/company/page-texts.ts'
import { readDatabaseSentence } from '#domain/refusals.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { awaitNewPage, readPageTag } from '#site/lib/page-tag.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface TextState {
  published: TextsByKey
  /** Null: none is open. */
  draft: ContentDraft | null
}

export async function readTextState(page: WordedPage): Promise<TextState> {
  const client = await getSupabase()
  const [texts, drafts] = await Promise.all([
    client.from('page_texts').select('key,text').eq('page', page),
    client
      .from('content_drafts')
      .select('id,title,changes,author_id,created_at,updated_at,published_at')
      .is('published_at', null)
      .limit(1)
      .maybeSingle(),
  ])
  if (texts.error) throw texts.error
  if (drafts.error) throw drafts.error
  return {
    published: Object.fromEntries(texts.data.map(({ key, text }) => [key, text])),
    draft: drafts.data as ContentDraft | null,
  }
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

/** The draft with these changes; without any there is none. */
export async function keepChanges(draft: ContentDraft | null, changes: DraftChange[]): Promise<void> {
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
  return (await fetchJson<{ path: string }>('POST', adminPaths.preview, { draftId, path })).path
}

export function listVersions(page: WordedPage, key: string): Promise<PageTextVersion[]> {
  return call('list_page_text_versions', { page, key })
}
