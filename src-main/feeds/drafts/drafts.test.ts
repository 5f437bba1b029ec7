import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFeed } from '../../../src-shared/feeds/kinds/check-feed.ts'
import { feedKinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../src-shared/feeds/kinds/payload.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { settingWriter } from '../../storage/stores.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { draftWriter } from './store/draft-writer.ts'

const gtins = ['4006381333931', '5449000000996', '7622210449283', '3017620422003']
const item = (number: number, change: IngestItem = {}): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: `Green tea ${number}`,
  productCodes: [{ type: 'GTIN', text: gtins[number % gtins.length] ?? '' }],
  manufacturerId: 'm1',
  categoryId: '10000115',
  products: [{ description: 'Tea', brandId: 'b1' }],
  attributes: {},
  ...change,
})
const payload = (...items: IngestItem[]) =>
  writeDocument(documents.ingestItems, { item: items }, { indent: 2 })
const limits = { items: 1000, bytes: 16_000_000 }

describe('drafts', () => {
  let workspace: TemporaryWorkspace
  let drafts: Drafts
  beforeAll(async () => {
    workspace = await openTemporaryWorkspace()
    drafts = createDrafts(workspace)
  })
  afterAll(async () => {
    drafts.close()
    await workspace.close()
  })

  const begin = (...items: PayloadItem[]) =>
    drafts.createDraft({ kind: 'create', values: items, name: 'Teas' })
  const rows = (id: string, columns: string[] = ['ecommerceTitle']) =>
    drafts.draftRows({ id, selection: {}, offset: 0, limit: 200, columns })
  const titles = async (id: string) => (await rows(id)).rows.map(({ cells }) => cells[0])
  const rename = (id: string, key: number, value: string) =>
    drafts.editDraft({
      id,
      label: `Title of ${key}`,
      edits: [{ do: 'cells', cells: [{ key, column: 'ecommerceTitle', value }] }],
    })

  test.each(feedKinds)('reports the missing fields of an empty %s draft with one item', async (kind) => {
    const { id } = await drafts.createDraft({ kind })
    const { groups, uncheckedCount } = await drafts.check(id)
    expect(uncheckedCount).toBe(0)
    expect(groups.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0)
    const draft = await drafts.draft({ id })
    expect(draft).toMatchObject({ kind, itemCount: 1 })
    const { problems } = await drafts.draftItem({ id, key: 1 })
    expect(problems).toHaveLength(draft.errorCount + draft.warningCount)
    for (const { path } of problems) expect(path).toMatch(/^(?:items|contentPlus)\/item\[1\]/)
    expect(await drafts.deleteDraft({ id })).toEqual({ deleted: true })
    expect(await drafts.deleteDraft({ id })).toEqual({ deleted: false })
  })

  test('reads a payload into items and composes the same payload again', async () => {
    const xml = payload(item(0), item(1), item(2))
    const { id, name } = await drafts.createDraft({ kind: 'create', xml })
    expect(name).toBe('New items: 3 items')
    expect((await drafts.check(id)).groups.filter(({ severity }) => severity === 'error')).toEqual([])
    const feeds = await drafts.compose(id, limits)
    expect(feeds.map(({ body }) => Buffer.from(body).toString())).toEqual([xml])
    expect(feeds[0]).toMatchObject({ itemCount: 3, givenCodes: gtins.slice(0, 3) })
    expect(await drafts.draftText({ id })).toEqual({ text: xml, isWhole: true })
  })

  test('keeps unknown content in the root and in items', async () => {
    const xml = payload(item(0))
      .replace('<items ', '<items batch="7" ')
      .replace('</item>', '  <future>more</future>\n  </item>')
    const { id } = await drafts.createDraft({ kind: 'create', xml })
    const { text } = await drafts.draftText({ id })
    expect(text).toContain('batch="7"')
    expect(text).toContain('<future')
    const first = checkFeed('create', text).items?.[0]
    expect(first?.unknown).toHaveLength(1)
    await drafts.editDraft({
      id,
      label: 'Mend',
      edits: [{ do: 'item', key: 1, revision: 1, value: { ...first, unknown: undefined } }],
    })
    const { groups } = await drafts.check(id)
    expect(groups.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'unknown-attribute', items: 0 },
    ])
    await expect(drafts.compose(id, limits)).rejects.toMatchObject({ code: 'DRAFT_INVALID' })
    await drafts.editDraft({ id, label: 'Mend', edits: [{ do: 'drop-frame' }] })
    const [feed] = await drafts.compose(id, limits)
    expect(feed?.itemCount).toBe(1)
    await drafts.undoDraft({ id })
    expect((await drafts.draftText({ id })).text).toContain('batch="7"')
  })

  test('splits a draft at the limits of a feed; an update is one feed per item', async () => {
    const { id } = await begin(item(0), item(1), item(2))
    await drafts.check(id)
    const composed = async (max: typeof limits) =>
      (await drafts.compose(id, max)).map(({ itemCount }) => itemCount)
    expect(await composed({ ...limits, items: 2 })).toEqual([2, 1])
    const [whole] = await drafts.compose(id, limits)
    expect(await composed({ ...limits, bytes: (whole?.body.byteLength ?? 0) - 1 })).toEqual([2, 1])
    const { id: update } = await drafts.createDraft({
      kind: 'update',
      values: [item(0), item(1)].map(({ type, productCodes }) => ({
        type,
        productCodes,
        ecommerceDescription: [{ lang: 'en', text: 'New' }],
      })),
    })
    await drafts.check(update)
    expect((await drafts.compose(update, limits)).map(({ upc }) => upc)).toEqual(gtins.slice(0, 2))
  })

  test('does not send an item with an error', async () => {
    const { id } = await begin(item(0, { manufacturerId: undefined }))
    await drafts.check(id)
    await expect(drafts.compose(id, limits)).rejects.toMatchObject({ code: 'DRAFT_INVALID' })
  })

  test('undo and redo restore every step exactly, also after a restart', async () => {
    const { id } = await begin(item(0), item(1), item(2))
    const states = [await drafts.draftText({ id })]
    const steps = [
      () => rename(id, 1, 'Black tea'),
      () => drafts.editDraft({ id, label: 'Remove', edits: [{ do: 'remove', selection: { keys: [2] } }] }),
      () =>
        drafts.editDraft({
          id,
          label: 'Manufacturer of 2 items',
          edits: [{ do: 'set', selection: {}, column: 'manufacturerId', value: 'm2' }],
        }),
      () => drafts.editDraft({ id, label: 'Add', edits: [{ do: 'add', values: [item(3)] }] }),
      () => drafts.editDraft({ id, label: 'Kind', edits: [{ do: 'kind', kind: 'refresh' }] }),
    ]
    for (const step of steps) {
      await step()
      states.push(await drafts.draftText({ id }))
    }
    const again = createDrafts(workspace)
    for (const state of states.slice(0, -1).reverse()) {
      await again.undoDraft({ id })
      expect(await again.draftText({ id })).toEqual(state)
    }
    expect(await again.draft({ id })).toMatchObject({ kind: 'create', undo: undefined, redo: 'Title of 1' })
    for (const state of states.slice(1)) {
      await again.redoDraft({ id })
      expect(await again.draftText({ id })).toEqual(state)
    }
    expect(await again.draft({ id })).toMatchObject({ kind: 'refresh', undo: 'Kind', redo: undefined })
    again.close()
  })

  test('merges consecutive edits of one field into one step; a new edit clears the redo steps', async () => {
    const { id } = await begin(item(0))
    for (const title of ['B', 'Bl', 'Bla']) await rename(id, 1, title)
    await drafts.undoDraft({ id })
    expect(await titles(id)).toEqual(['Green tea 0'])
    await rename(id, 1, 'Mint')
    expect((await drafts.redoDraft({ id })).items).toBe(0)
    expect(await titles(id)).toEqual(['Mint'])
  })

  test('rejects a form edit based on an outdated item, and keeps the other change', async () => {
    const { id } = await begin(item(0))
    const { value, revision } = await drafts.draftItem({ id, key: 1 })
    await rename(id, 1, 'Mint')
    const late = { do: 'item' as const, key: 1, revision, value: { ...value, manufacturerId: 'm9' } }
    await expect(drafts.editDraft({ id, label: 'Late', edits: [late] })).rejects.toMatchObject({
      code: 'STALE_ITEM',
    })
    expect(await titles(id)).toEqual(['Mint'])
  })

  test('rolls back all edits of a call if one is rejected', async () => {
    const { id, revision } = await begin(item(0), item(1))
    const edits = [
      { do: 'remove' as const, selection: { keys: [2] } },
      { do: 'item' as const, key: 1, revision: 99, value: item(3) },
    ]
    await expect(drafts.editDraft({ id, label: 'Both', edits })).rejects.toMatchObject({ code: 'STALE_ITEM' })
    expect(await drafts.draft({ id })).toMatchObject({ itemCount: 2, revision, undo: undefined })
  })

  test('keeps an unreadable element as typed, reports an error, and can undo it', async () => {
    const { id } = await begin(item(0))
    await drafts.editDraft({
      id,
      label: 'XML',
      edits: [{ do: 'text', key: 1, revision: 1, text: '<item><eco' }],
    })
    const { groups } = await drafts.check(id)
    expect(groups.some(({ severity }) => severity === 'error')).toBe(true)
    expect(await drafts.draftItemText({ id, key: 1 })).toEqual({ text: '<item><eco' })
    expect((await drafts.draftItem({ id, key: 1 })).problems[0]).toMatchObject({ line: 1 })
    await drafts.undoDraft({ id })
    expect((await drafts.draftItemText({ id, key: 1 })).text).toContain('Green tea 0')
    const text = '<item type="grocery"><ecommerceTitle>Typed</ecommerceTitle></item>'
    const { revision } = await drafts.draftItem({ id, key: 1 })
    await drafts.editDraft({ id, label: 'XML', edits: [{ do: 'text', key: 1, revision, text }] })
    expect(await titles(id)).toEqual(['Typed'])
  })

  test('keeps an unreadable payload unchanged until it is fixed', async () => {
    const { id } = await drafts.createDraft({ kind: 'create', xml: '<items><item>' })
    const unread = await drafts.unreadDraft({ id })
    expect(unread).toMatchObject({ text: '<items><item>' })
    expect(unread?.problems[0]).toMatchObject({ line: 1 })
    await expect(drafts.check(id)).rejects.toMatchObject({ code: 'DRAFT_UNREAD' })
    await drafts.fixUnread({ id, text: payload(item(0)) })
    await expect(drafts.fixUnread({ id, text: payload(item(1)) })).rejects.toMatchObject({
      code: 'STALE_REVISION',
    })
    expect(await drafts.unreadDraft({ id })).toBeNull()
    expect(await titles(id)).toEqual(['Green tea 0'])
  })

  test('reads a payload into items once for concurrent requests', async () => {
    const writer = workspace.storage.writer(draftWriter)
    await writer.create(
      { id: 'text', kind: 'create', name: 'Taken back', text: payload(item(0), item(1)) },
      [],
    )
    await Promise.all([
      drafts.draft({ id: 'text' }),
      drafts.unreadDraft({ id: 'text' }),
      drafts.draft({ id: 'text' }),
      drafts.check('text'),
    ])
    expect(await titles('text')).toEqual(['Green tea 0', 'Green tea 1'])
  })

  test('groups problems by rule and field, and applies all suggestions of a group at once', async () => {
    const wrong = item(0, { productCodes: [{ type: 'GTIN', text: '4006381333930' }] })
    const { id } = await begin(
      item(1, { manufacturerId: undefined }),
      wrong,
      item(2, { manufacturerId: undefined }),
    )
    const { groups } = await drafts.check(id)
    expect(groups).toContainEqual(
      expect.objectContaining({
        code: 'MANUFACTURER_REQUIRED',
        items: 2,
        column: 'manufacturerId',
        suggested: 0,
      }),
    )
    const digit = groups.find(({ code }) => code === 'GTIN_INVALID')
    expect(digit).toMatchObject({
      items: 1,
      suggested: 1,
      example: { before: '4006381333930', after: '4006381333931' },
    })
    await drafts.editDraft({
      id,
      label: 'Mend',
      edits: [{ do: 'fix', problem: { code: 'GTIN_INVALID', path: digit?.path ?? '' } }],
    })
    const missing = { problem: { code: 'MANUFACTURER_REQUIRED' } }
    await drafts.editDraft({
      id,
      label: 'Manufacturer of 2 items',
      edits: [{ do: 'set', selection: missing, column: 'manufacturerId', value: 'm1' }],
    })
    expect((await drafts.check(id)).groups.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(await drafts.draft({ id })).toMatchObject({ errorCount: 0, uncheckedCount: 0 })
  })

  test('groups the same wrong value, and fixes it at the field of each problem in one step', async () => {
    const views = (...codes: string[]): IngestItem => ({
      media: codes.map((view, index) => ({ url: `https://pictures.example/${index}.jpg`, view })),
    })
    const { id } = await begin(
      item(0, views('A1C1', 'sideways')),
      item(1, views('sideways')),
      item(2, views('Back')),
    )
    const ofViews = async () =>
      (await drafts.check(id)).groups
        .filter(({ code }) => code === 'VIEW_UNKNOWN')
        .map(({ items, found, suggested, fixes }) => [items, found, suggested, fixes])
    expect(await ofViews()).toEqual([
      [2, 'sideways', 0, []],
      [1, 'Back', 1, [{ value: 'A7C1', items: 1 }]],
    ])
    const problem = { code: 'VIEW_UNKNOWN', path: 'media/medium/@view', found: 'sideways' }
    const selected = await drafts.draftRows({ id, selection: { problem }, offset: 0, limit: 9, columns: [] })
    expect(selected.total).toBe(2)
    await drafts.editDraft({ id, label: 'Views', edits: [{ do: 'fix', problem, value: 'A2C1' }] })
    const viewsOf = async (key: number) =>
      ((await drafts.draftItem({ id, key })).value as IngestItem).media?.map(({ view }) => view)
    expect([await viewsOf(1), await viewsOf(2), await viewsOf(3)]).toEqual([
      ['A1C1', 'A2C1'],
      ['A2C1'],
      ['Back'],
    ])
    await drafts.undoDraft({ id })
    expect(await viewsOf(1)).toEqual(['A1C1', 'sideways'])
  })

  test('reports a later item with the same GTIN in any spelling, until one of them is removed', async () => {
    const { id } = await begin(
      item(0),
      item(1),
      item(0, { productCodes: [{ type: 'GTIN', text: '04006381333931' }] }),
    )
    const { groups } = await drafts.check(id)
    expect(groups[0]).toMatchObject({ code: 'GTIN_TWICE', items: 1, canDrop: true })
    expect((await rows(id)).rows.map(({ errors }) => errors)).toEqual([0, 0, 1])
    expect((await drafts.draft({ id })).errorCount).toBe(1)
    await drafts.editDraft({ id, label: 'Drop', edits: [{ do: 'drop-repeated' }] })
    expect(await drafts.draft({ id })).toMatchObject({ errorCount: 0, itemCount: 2 })
  })

  test('checks all items against the requirement profile of the service after it changes', async () => {
    const { id } = await begin(item(0))
    const errors = async () =>
      (await drafts.check(id)).groups.filter(({ severity }) => severity === 'error').map(({ path }) => path)
    expect(await errors()).toEqual([])
    const settings = workspace.storage.writer(settingWriter)
    await settings.set({ profiles: { defaultId: 'online-shop', serviceId: 'online-shop' } })
    expect((await errors()).length).toBeGreaterThan(0)
    await settings.set({ profiles: undefined })
    expect(await errors()).toEqual([])
  })

  test('filters, sorts and marks rows by any column', async () => {
    const { id } = await begin(
      item(0, { packageData: { length: { measure: '10', uom: 'CMT' } } }),
      item(1, { packageData: { length: { measure: '9', uom: 'CMT' } } }),
      item(2, { ecommerceTitle: '' }),
    )
    await drafts.check(id)
    const length = 'packageData/length/measure'
    const ask = async (question: object) =>
      (
        await drafts.draftRows({ id, selection: {}, offset: 0, limit: 10, columns: [length], ...question })
      ).rows.map(({ position }) => position)
    expect(await ask({ sort: { column: length, isDescending: true } })).toEqual([1, 2, 3])
    expect(await ask({ selection: { cell: { column: length, is: 'empty' } } })).toEqual([3])
    expect(
      await ask({ selection: { cell: { column: 'ecommerceTitle', is: { containing: 'TÉA' } } } }),
    ).toEqual([1, 2])
    expect(await ask({ selection: { text: 'téa 1' } })).toEqual([2])
    expect(await ask({ selection: { text: '\u00ad' } })).toEqual([])
    expect(await ask({ selection: { problem: 'any' } })).toEqual([3])
    expect((await rows(id)).rows.map(({ marks }) => marks[0])).toEqual([null, null, 'error'])
  })

  test('replaces the previewed cells in all items, as one step', async () => {
    const { id } = await begin(item(0), item(1), item(2, { ecommerceTitle: 'Coffee' }))
    const edit = {
      selection: {},
      columns: ['ecommerceTitle'],
      find: 'green TEA',
      by: 'Chai',
      matchCase: false,
    }
    expect(await drafts.previewReplace({ id, ...edit })).toMatchObject({
      cells: 2,
      items: 2,
      examples: [{ before: 'Green tea 0', after: 'Chai 0' }, { after: 'Chai 1' }],
    })
    await drafts.editDraft({ id, label: 'Replace', edits: [{ do: 'replace', ...edit }] })
    expect(await titles(id)).toEqual(['Chai 0', 'Chai 1', 'Coffee'])
    await drafts.undoDraft({ id })
    expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 1', 'Coffee'])
  })

  test('splitting and joining move items, and can be undone from the original draft', async () => {
    const { id } = await begin(item(0), item(1), item(2))
    const part = await drafts.splitDraft({ id, selection: { keys: [2] }, name: 'Part', kind: 'refresh' })
    expect(part).toMatchObject({ kind: 'refresh', itemCount: 1, name: 'Part' })
    expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 2'])
    await expect(drafts.joinDrafts({ ids: [id, part.id] })).rejects.toMatchObject({ code: 'DRAFT_INVALID' })
    const other = await begin(item(3))
    await drafts.joinDrafts({ ids: [id, other.id] })
    expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 2', 'Green tea 3'])
    expect((await drafts.drafts({ offset: 0, limit: 50 })).drafts.map((one) => one.id)).not.toContain(
      other.id,
    )
    await drafts.undoDraft({ id })
    expect(await titles(other.id)).toEqual(['Green tea 3'])
    await drafts.undoDraft({ id })
    expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 1', 'Green tea 2'])
    const { drafts: listed } = await drafts.drafts({ offset: 0, limit: 50 })
    expect(listed.map((one) => one.id)).toContain(other.id)
    expect(listed.map((one) => one.id)).not.toContain(part.id)
  })

  test('undoes a step across two drafts from either, and in neither if one has changed since', async () => {
    const { id } = await begin(item(0), item(1))
    const other = await drafts.createDraft({ kind: 'create', values: [item(2)], name: 'Other' })
    await drafts.joinDrafts({ ids: [id, other.id] })
    const back = await drafts.undeleteDraft({ id: other.id })
    expect(back).toMatchObject({ itemCount: 1, deletedAt: undefined })
    expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 1'])
    const part = await drafts.splitDraft({ id, selection: { keys: [1] }, name: 'Part' })
    await rename(part.id, 1, 'Mint')
    const refused = { code: 'STEP_BLOCKED', message: expect.stringContaining('“Part”') }
    await expect(drafts.undoDraft({ id })).rejects.toMatchObject(refused)
    await drafts.undoDraft({ id: part.id })
    await drafts.undoDraft({ id: part.id })
    expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 1'])
  })

  test('joining a draft with itself changes nothing', async () => {
    const { id } = await begin(item(0))
    expect(await drafts.joinDrafts({ ids: [id, id] })).toMatchObject({
      id,
      itemCount: 1,
      deletedAt: undefined,
    })
  })

  test('reads unread drafts before joining them, and names one that cannot be read', async () => {
    const writer = workspace.storage.writer(draftWriter)
    const before = { id: 'before', kind: 'create' as const, name: 'Of before', text: payload(item(1)) }
    await writer.create(before, [])
    const { id } = await begin(item(0))
    expect(await drafts.joinDrafts({ ids: [id, 'before'] })).toMatchObject({ itemCount: 2 })
    const broken = await drafts.createDraft({ kind: 'create', xml: '<items><item>', name: 'Broken' })
    const refused = { code: 'DRAFT_UNREAD', message: expect.stringContaining('“Broken”') }
    await expect(drafts.joinDrafts({ ids: [id, broken.id] })).rejects.toMatchObject(refused)
    await expect(drafts.splitDraft({ id: broken.id, selection: {}, name: 'Part' })).rejects.toMatchObject(
      refused,
    )
    const set = { do: 'set' as const, selection: {}, column: 'manufacturerId', value: 'm2' }
    await expect(drafts.editDraft({ id: broken.id, label: 'Set', edits: [set] })).rejects.toMatchObject(
      refused,
    )
    await drafts.editDraft({ id: broken.id, label: 'Name', edits: [{ do: 'rename', name: 'Renamed' }] })
    expect(await drafts.draft({ id: broken.id })).toMatchObject({ name: 'Renamed' })
  })

  test('rejects joining, splitting, queueing and deleting a draft while an import fills it', async () => {
    const held = await drafts.createDraft({ kind: 'create', values: [item(0)], name: 'Rows' })
    drafts.hold(held.id, 'import 1')
    const { id } = await begin(item(1))
    const refused = { code: 'DRAFT_HELD', message: expect.stringContaining('“Rows”') }
    await expect(drafts.joinDrafts({ ids: [id, held.id] })).rejects.toMatchObject(refused)
    await expect(drafts.splitDraft({ id: held.id, selection: {}, name: 'Part' })).rejects.toMatchObject(
      refused,
    )
    await expect(drafts.deleteDraft({ id: held.id })).rejects.toMatchObject(refused)
    await expect(drafts.compose(held.id, limits)).rejects.toMatchObject(refused)
    drafts.release('import 1')
    expect(await drafts.joinDrafts({ ids: [id, held.id] })).toMatchObject({ itemCount: 2 })
  })

  test('restarts interrupted checks when the workspace opens', async () => {
    const writer = workspace.storage.writer(draftWriter)
    await writer.create({ id: 'cut', kind: 'create', name: 'Cut off' }, [{ value: item(0) }])
    const again = createDrafts(workspace)
    await expect.poll(async () => (await again.draft({ id: 'cut' })).uncheckedCount).toBe(0)
    again.close()
  })

  test('restores a deleted draft with its undo steps; creates drafts as copies of templates', async () => {
    const { id } = await begin(item(0))
    await rename(id, 1, 'Mint')
    await drafts.deleteDraft({ id })
    const deleted = async () =>
      (await drafts.drafts({ offset: 0, limit: 50, deleted: true })).drafts.map((one) => one.id)
    expect(await deleted()).toContain(id)
    expect((await drafts.drafts({ offset: 0, limit: 50 })).drafts.map((one) => one.id)).not.toContain(id)
    await expect(rename(id, 1, 'No')).rejects.toMatchObject({ code: 'DRAFT_NOT_FOUND' })
    await drafts.undeleteDraft({ id })
    expect(await deleted()).not.toContain(id)
    await drafts.undoDraft({ id })
    expect(await titles(id)).toEqual(['Green tea 0'])
    const template = await drafts.createDraft({
      kind: 'create',
      fromDraft: id,
      isTemplate: true,
      name: 'Our teas',
    })
    const list = async (templates: boolean) =>
      (await drafts.drafts({ offset: 0, limit: 50, templates })).drafts.map((one) => one.id)
    expect(await list(true)).toEqual([template.id])
    expect(await list(false)).not.toContain(template.id)
    const copy = await drafts.createDraft({ kind: 'create', fromDraft: template.id })
    expect(copy).toMatchObject({ isTemplate: false, itemCount: 1, name: 'Our teas' })
  })

  test('finds drafts by name, group and product code', async () => {
    const { id } = await begin(item(3))
    const edits = [
      { do: 'rename' as const, name: 'Ovaltine' },
      { do: 'group' as const, group: 'Autumn range' },
    ]
    await drafts.editDraft({ id, label: 'Name', edits })
    for (const text of ['VÁLTI', 'autumn', '03017620422003']) {
      const { drafts: found } = await drafts.drafts({ offset: 0, limit: 50, text })
      expect(found.map((one) => one.id)).toContain(id)
    }
    expect(await drafts.drafts({ offset: 0, limit: 50, text: 'nowhere' })).toMatchObject({ total: 0 })
  })
})
