import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogWriter } from '../../../catalog/stores.ts'
import { settingWriter } from '../../../storage/stores.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { createDrafts, type Drafts } from '../drafts.ts'

/** In a Content+ feed, only the identifier from the item search names the item. */
let workspace: TemporaryWorkspace
let drafts: Drafts
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  drafts = createDrafts(workspace)
  const catalog = workspace.storage.writer(catalogWriter)
  await catalog.putLookups('retailer', [{ id: 'r1', name: 'Corner Shop' }])
  await catalog.putItems([
    Buffer.from(
      '<item id="i1"><name>Oat drink</name><upcs><upc type="GTIN">036000291452</upc></upcs></item>',
    ),
  ])
})
afterAll(async () => {
  drafts.close()
  await workspace.close()
})

async function found(id: string) {
  const draft = await drafts.createDraft({ kind: 'contentplus', values: [{ id, retailer: [{ id: 'r1' }] }] })
  await drafts.check(draft.id)
  const { problems } = await drafts.draftItem({ id: draft.id, key: 1 })
  return {
    draft,
    problems: problems.filter(({ path }) => path.endsWith('@id') && !path.includes('retailer')),
  }
}

test('an unknown item is a warning in an incompletely synced copy, and an error in a sandbox', async () => {
  const { draft, problems } = await found('i7')
  expect(problems).toMatchObject([{ code: 'ITEM_NOT_KNOWN_HERE', severity: 'warning' }])
  expect((await drafts.draft({ id: draft.id })).errorCount).toBe(0)
  await workspace.storage.writer(settingWriter).set({ role: 'sandbox' })
  await drafts.check(draft.id)
  const judged = await drafts.draftItem({ id: draft.id, key: 1 })
  expect(judged.problems).toMatchObject([{ code: 'ITEM_UNKNOWN', path: 'contentPlus/item[1]/@id' }])
  expect((await drafts.draft({ id: draft.id })).errorCount).toBe(1)
})

test("accepts the identifier of a catalog item; suggests it for the item's product code", async () => {
  expect((await found('i1')).problems).toEqual([])
  expect((await found('0 36000-29145 2')).problems).toMatchObject([
    { code: 'ITEM_UNKNOWN', suggestion: { value: 'i1' } },
  ])
})
