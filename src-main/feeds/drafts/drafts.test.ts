import { expect, test } from 'vitest'
import { checkFeed } from '../../../src-shared/feeds/kinds/check-feed.ts'
import { feedKinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import { createDrafts } from './drafts.ts'
import { draftRoom, gtins, item, limits, payload } from './fixtures/draft-room.ts'
import { draftWriter } from './store/draft-writer.ts'

const room = draftRoom()
const { begin, rename, titles } = room

test.each(feedKinds)('reports the missing fields of an empty %s draft with one item', async (kind) => {
  const { id } = await room.drafts.createDraft({ kind })
  const { groups, uncheckedCount } = await room.drafts.check(id)
  expect(uncheckedCount).toBe(0)
  expect(groups.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0)
  const draft = await room.drafts.draft({ id })
  expect(draft).toMatchObject({ kind, itemCount: 1 })
  const { problems } = await room.drafts.draftItem({ id, key: 1 })
  expect(problems).toHaveLength(draft.errorCount + draft.warningCount)
  for (const { path } of problems) expect(path).toMatch(/^(?:items|contentPlus)\/item\[1\]/)
  expect(await room.drafts.deleteDraft({ id })).toEqual({ deleted: true })
  expect(await room.drafts.deleteDraft({ id })).toEqual({ deleted: false })
})

test('reads a payload into items and composes the same payload again', async () => {
  const xml = payload(item(0), item(1), item(2))
  const { id, name } = await room.drafts.createDraft({ kind: 'create', xml })
  expect(name).toBe('New items: 3 items')
  expect((await room.drafts.check(id)).groups.filter(({ severity }) => severity === 'error')).toEqual([])
  const feeds = await room.drafts.compose(id, limits)
  expect(feeds.map(({ body }) => Buffer.from(body).toString())).toEqual([xml])
  expect(feeds[0]).toMatchObject({ itemCount: 3, givenCodes: gtins.slice(0, 3) })
  expect(await room.drafts.draftText({ id })).toEqual({ text: xml, isWhole: true })
})

test('keeps unknown content in the root and in items', async () => {
  const xml = payload(item(0))
    .replace('<items ', '<items batch="7" ')
    .replace('</item>', '  <future>more</future>\n  </item>')
  const { id } = await room.drafts.createDraft({ kind: 'create', xml })
  const { text } = await room.drafts.draftText({ id })
  expect(text).toContain('batch="7"')
  expect(text).toContain('<future')
  const first = checkFeed('create', text).items?.[0]
  expect(first?.unknown).toHaveLength(1)
  await room.drafts.editDraft({
    id,
    label: 'Mend',
    edits: [{ do: 'item', key: 1, revision: 1, value: { ...first, unknown: undefined } }],
  })
  const { groups } = await room.drafts.check(id)
  expect(groups.filter(({ severity }) => severity === 'error')).toMatchObject([
    { code: 'unknown-attribute', items: 0 },
  ])
  await expect(room.drafts.compose(id, limits)).rejects.toMatchObject({ code: 'DRAFT_INVALID' })
  await room.drafts.editDraft({ id, label: 'Mend', edits: [{ do: 'drop-frame' }] })
  const [feed] = await room.drafts.compose(id, limits)
  expect(feed?.itemCount).toBe(1)
  await room.drafts.undoDraft({ id })
  expect((await room.drafts.draftText({ id })).text).toContain('batch="7"')
})

test('splits a draft at the limits of a feed; an update is one feed per item', async () => {
  const { id } = await begin(item(0), item(1), item(2))
  await room.drafts.check(id)
  const composed = async (max: typeof limits) =>
    (await room.drafts.compose(id, max)).map(({ itemCount }) => itemCount)
  expect(await composed({ ...limits, items: 2 })).toEqual([2, 1])
  const [whole] = await room.drafts.compose(id, limits)
  expect(await composed({ ...limits, bytes: (whole?.body.byteLength ?? 0) - 1 })).toEqual([2, 1])
  const { id: update } = await room.drafts.createDraft({
    kind: 'update',
    values: [item(0), item(1)].map(({ type, productCodes }) => ({
      type,
      productCodes,
      ecommerceDescription: [{ lang: 'en', text: 'New' }],
    })),
  })
  await room.drafts.check(update)
  expect((await room.drafts.compose(update, limits)).map(({ upc }) => upc)).toEqual(gtins.slice(0, 2))
})

test('does not send an item with an error', async () => {
  const { id } = await begin(item(0, { manufacturerId: undefined }))
  await room.drafts.check(id)
  await expect(room.drafts.compose(id, limits)).rejects.toMatchObject({ code: 'DRAFT_INVALID' })
})

test('keeps an unreadable element as typed, reports an error, and can undo it', async () => {
  const { id } = await begin(item(0))
  await room.drafts.editDraft({
    id,
    label: 'XML',
    edits: [{ do: 'text', key: 1, revision: 1, text: '<item><eco' }],
  })
  const { groups } = await room.drafts.check(id)
  expect(groups.some(({ severity }) => severity === 'error')).toBe(true)
  expect(await room.drafts.draftItemText({ id, key: 1 })).toEqual({ text: '<item><eco' })
  expect((await room.drafts.draftItem({ id, key: 1 })).problems[0]).toMatchObject({ line: 1 })
  await room.drafts.undoDraft({ id })
  expect((await room.drafts.draftItemText({ id, key: 1 })).text).toContain('Green tea 0')
  const text = '<item type="grocery"><ecommerceTitle>Typed</ecommerceTitle></item>'
  const { revision } = await room.drafts.draftItem({ id, key: 1 })
  await room.drafts.editDraft({ id, label: 'XML', edits: [{ do: 'text', key: 1, revision, text }] })
  expect(await titles(id)).toEqual(['Typed'])
})

test('keeps an unreadable payload unchanged until it is fixed', async () => {
  const { id } = await room.drafts.createDraft({ kind: 'create', xml: '<items><item>' })
  const unread = await room.drafts.unreadDraft({ id })
  expect(unread).toMatchObject({ text: '<items><item>' })
  expect(unread?.problems[0]).toMatchObject({ line: 1 })
  await expect(room.drafts.check(id)).rejects.toMatchObject({ code: 'DRAFT_UNREAD' })
  await room.drafts.fixUnread({ id, text: payload(item(0)) })
  await expect(room.drafts.fixUnread({ id, text: payload(item(1)) })).rejects.toMatchObject({
    code: 'STALE_REVISION',
  })
  expect(await room.drafts.unreadDraft({ id })).toBeNull()
  expect(await titles(id)).toEqual(['Green tea 0'])
})

test('reads a payload into items once for concurrent requests', async () => {
  const writer = room.workspace.storage.writer(draftWriter)
  await writer.create({ id: 'text', kind: 'create', name: 'Taken back', text: payload(item(0), item(1)) }, [])
  await Promise.all([
    room.drafts.draft({ id: 'text' }),
    room.drafts.unreadDraft({ id: 'text' }),
    room.drafts.draft({ id: 'text' }),
    room.drafts.check('text'),
  ])
  expect(await titles('text')).toEqual(['Green tea 0', 'Green tea 1'])
})

test('restarts interrupted checks when the workspace opens', async () => {
  const writer = room.workspace.storage.writer(draftWriter)
  await writer.create({ id: 'cut', kind: 'create', name: 'Cut off' }, [{ value: item(0) }])
  const again = createDrafts(room.workspace)
  await expect.poll(async () => (await again.draft({ id: 'cut' })).uncheckedCount).toBe(0)
  again.close()
})

test('restores a deleted draft with its undo steps; creates drafts as copies of templates', async () => {
  const { id } = await begin(item(0))
  await rename(id, 1, 'Mint')
  await room.drafts.deleteDraft({ id })
  const deleted = async () =>
    (await room.drafts.drafts({ offset: 0, limit: 50, deleted: true })).drafts.map((one) => one.id)
  expect(await deleted()).toContain(id)
  expect((await room.drafts.drafts({ offset: 0, limit: 50 })).drafts.map((one) => one.id)).not.toContain(id)
  await expect(rename(id, 1, 'No')).rejects.toMatchObject({ code: 'DRAFT_NOT_FOUND' })
  await room.drafts.undeleteDraft({ id })
  expect(await deleted()).not.toContain(id)
  await room.drafts.undoDraft({ id })
  expect(await titles(id)).toEqual(['Green tea 0'])
  const template = await room.drafts.createDraft({
    kind: 'create',
    fromDraft: id,
    isTemplate: true,
    name: 'Our teas',
  })
  const list = async (templates: boolean) =>
    (await room.drafts.drafts({ offset: 0, limit: 50, templates })).drafts.map((one) => one.id)
  expect(await list(true)).toEqual([template.id])
  expect(await list(false)).not.toContain(template.id)
  const copy = await room.drafts.createDraft({ kind: 'create', fromDraft: template.id })
  expect(copy).toMatchObject({ isTemplate: false, itemCount: 1, name: 'Our teas' })
})

test('finds drafts by name, group and product code', async () => {
  const { id } = await begin(item(3))
  const edits = [
    { do: 'rename' as const, name: 'Ovaltine' },
    { do: 'group' as const, group: 'Autumn range' },
  ]
  await room.drafts.editDraft({ id, label: 'Name', edits })
  for (const text of ['VÁLTI', 'autumn', '03017620422003']) {
    const { drafts: found } = await room.drafts.drafts({ offset: 0, limit: 50, text })
    expect(found.map((one) => one.id)).toContain(id)
  }
  expect(await room.drafts.drafts({ offset: 0, limit: 50, text: 'nowhere' })).toMatchObject({ total: 0 })
})
