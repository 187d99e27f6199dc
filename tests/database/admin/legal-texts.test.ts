// Texts of law: drafts that nobody sees, then versions that stay as they were published.
import { afterAll, describe, expect, it } from 'vitest'
import { findDraft, readDraftedContent } from '#server/admin/preview.ts'
import { readContent } from '#server/company/content/read-content.ts'
import { catalogueAsJson } from '#server/market/read-products.ts'
import { anonymous, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

describe('a text of law', () => {
  const sections = (title: string) =>
    JSON.stringify([{ title, paragraphs: ['  You may <b>rely</b> on this. ', ''] }])
  const saveText = 'select public.save_legal_text($1, $2, $3)'
  const newest = async () =>
    (
      await app.sql<{ at: string }>(
        `select updated_at::text as at from public.legal_texts where kind = 'terms' order by published_at desc nulls first limit 1`,
      )
    )[0]?.at ?? null
  const publishText = 'select public.publish_legal_text($1)'

  it('is written by those who may change settings, with a second factor', async () => {
    expect(await app.refusalOf(app.admin.caller, saveText, ['terms', sections('About'), null])).toMatchObject(
      {
        hint: 'aal2',
      },
    )
    for (const person of [app.content, app.finance, app.member])
      expect(
        (await app.refusalOf(withSecondFactor(person), saveText, ['terms', sections('About'), null])).code,
      ).toBe('42501')
  })

  it('is a draft that nobody sees, then the version of a day, then another of the same day', async () => {
    const id = await app.call<string>(withSecondFactor(app.admin), saveText, [
      'terms',
      sections('About'),
      null,
    ])
    expect((await app.as(anonymous, 'select from public.legal_texts')).rowCount).toBe(0)
    expect((await readContent(app.database, catalogueAsJson)).legal.terms).toBeNull()
    const version = await app.call<string>(withSecondFactor(app.admin), publishText, [id])
    expect(version).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await readContent(app.database, catalogueAsJson)).legal.terms).toEqual({
      version,
      sections: [{ title: 'About', paragraphs: ['You may rely on this.'] }],
    })
    const second = await app.call<string>(withSecondFactor(app.admin), saveText, [
      'terms',
      sections('About us'),
      await newest(),
    ])
    const drafted = await findDraft(app.database, withSecondFactor(app.admin), second)
    if (!drafted) throw new Error('the draft was not found')
    const preview = await readDraftedContent(app.database, withSecondFactor(app.admin).claims, drafted)
    expect(preview.legal.terms).toMatchObject({ version: `${version}-2`, sections: [{ title: 'About us' }] })
    expect((await readContent(app.database, catalogueAsJson)).legal.terms?.version).toBe(version)
    expect(await findDraft(app.database, app.content.caller, second)).toBeNull()
    expect(second).not.toBe(id)
    expect(await app.call(withSecondFactor(app.admin), publishText, [second])).toBe(`${version}-2`)
  })

  it('is not written over one that another person has changed or published in the meantime', async () => {
    const conflict = { code: 'PT409', hint: 'draft' }
    const inForce = await newest()
    expect(
      await app.refusalOf(withSecondFactor(app.admin), saveText, ['terms', sections('Late'), null]),
    ).toMatchObject(conflict)
    const id = await app.call<string>(withSecondFactor(app.admin), saveText, [
      'terms',
      sections('First'),
      inForce,
    ])
    const seen = await newest()
    expect(
      await app.refusalOf(withSecondFactor(app.admin), saveText, ['terms', sections('Late'), inForce]),
    ).toMatchObject(conflict)
    await app.call<string>(withSecondFactor(app.admin), saveText, ['terms', sections('Second'), seen])
    const publishSeen = 'select public.publish_legal_text($1, $2)'
    expect(await app.refusalOf(withSecondFactor(app.admin), publishSeen, [id, seen])).toMatchObject(conflict)
    const before = await newest()
    await app.call(withSecondFactor(app.admin), publishSeen, [id, before])
    expect((await readContent(app.database, catalogueAsJson)).legal.terms?.sections[0]?.title).toBe('Second')
    expect(
      await app.refusalOf(withSecondFactor(app.admin), saveText, ['terms', sections('Late'), seen]),
    ).toMatchObject(conflict)
  })

  it('stays as it was published, for the owner of the database too', async () => {
    await expect(
      app.sql(`update public.legal_texts set sections = '[{}]' where version is not null`),
    ).rejects.toThrow('keeps what was published')
    await expect(app.sql('delete from public.legal_texts where version is not null')).rejects.toThrow(
      'keeps what was published',
    )
  })

  it('without a title, or without words, is refused', async () => {
    for (const wrong of ['{}', '[{"title":"A","paragraphs":["x"]}]', '[{"title":"About","paragraphs":[]}]'])
      expect(
        await app.refusalOf(withSecondFactor(app.admin), saveText, ['terms', wrong, null]),
      ).toMatchObject({
        code: '23514',
        hint: 'sections',
      })
  })

  it('shows how many agreed to which version', async () => {
    await app.addFarmer()
    const count = `select text_version, people::int from public.count_acceptances('terms')`
    expect((await app.as(app.finance.caller, count)).rows).toEqual([{ text_version: '2026-11', people: 1 }])
    expect((await app.refusalOf(app.reviewer.caller, count)).code).toBe('42501')
  })
})
