import { expect, test, vi } from 'vitest'
import type { DraftItem } from '../../../../../src-shared/feeds/draft/model.ts'
import { createItemSession, type ItemChange, titleAndCode, type UnsavedItem } from './draft-session.ts'

class StaleItem extends Error {}

/** An item as the backend keeps it: a change that does not start from its newest revision is refused. */
function keptItem(value: DraftItem['value'], more: Partial<DraftItem> = {}) {
  const kept: { item: DraftItem; labels: string[] } = {
    item: { key: 7, position: 12, revision: 1, value, problems: [], isChecked: true, ...more },
    labels: [],
  }
  /** Somebody else changes the item. */
  const changeElsewhere = (other: DraftItem['value']) => {
    kept.item = { ...kept.item, revision: kept.item.revision + 1, value: other }
  }
  const open = (session: Partial<Parameters<typeof createItemSession>[0]> = {}) =>
    createItemSession({
      kind: 'create',
      item: kept.item,
      namespaceBase: undefined,
      quiet: 10,
      quietBeforeSave: 20,
      isStale: (error) => error instanceof StaleItem,
      load: () => Promise.resolve(kept.item),
      save: async (label: string, change: ItemChange) => {
        await Promise.resolve()
        if (change.revision !== kept.item.revision) throw new StaleItem('stale')
        kept.labels.push(label)
        const { text: _, ...former } = kept.item
        kept.item = {
          ...former,
          revision: change.revision + 1,
          ...(change.do === 'text' ? { text: change.text } : { value: change.value }),
        }
        return kept.item
      },
      ...session,
    })
  return { kept, open, changeElsewhere }
}
const oats = { type: 'grocery', ecommerceTitle: 'Oats' }
const title = ['item', 0, 'ecommerceTitle']
const codes = (session: ReturnType<typeof createItemSession>) =>
  session.problems.all().map(({ code }) => code)

test('an edit in the form is judged, and saved by the names of the fields changed', async () => {
  const { kept, open } = keptItem(oats)
  const session = open()
  expect(codes(session)).toContain('GTIN_REQUIRED')
  session.store.set(['item', 0, 'productCodes', 0], { type: 'GTIN', text: '00850012345671' })
  await vi.waitFor(() => expect(kept.item.revision).toBe(2))
  expect(kept.labels).toEqual(['Product codes of Oats'])
  expect(kept.item.value).toEqual({ ...oats, productCodes: [{ type: 'GTIN', text: '00850012345671' }] })
  expect(codes(session)).not.toContain('GTIN_REQUIRED')
  expect(session.saveState().kind).toBe('saved')
})

test('a burst of keystrokes is saved once, as one step', async () => {
  const { kept, open } = keptItem(oats)
  const session = open()
  for (const text of ['O', 'Oa', 'Oat']) session.store.set(title, text)
  expect(session.saveState().kind).toBe('unsaved')
  expect(await session.flush()).toBe(true)
  expect(kept.labels).toEqual(['E-commerce title of Oat'])
})

test('an item without a name is called by its code, else by its place', async () => {
  const { kept, open } = keptItem({ type: 'grocery' })
  const session = open()
  session.store.set(['item', 0, 'manufacturerId'], 'm1')
  await session.flush()
  session.store.set(['item', 0, 'productCodes', 0], { text: '12' })
  await session.flush()
  expect(kept.labels).toEqual(['Manufacturer of Item 12', 'Product codes of 12'])
  expect(titleAndCode({ id: 'i1', retailer: [] })).toEqual({ title: '', code: 'i1' })
})

test('what is typed as XML shows in the form; XML that cannot be read keeps the form and says where', async () => {
  const { kept, open } = keptItem(oats)
  const session = open()
  session.editText('<item>\n  <ecommerceTitle>Rye</ecommerceTitle>\n</item>')
  await session.flush()
  expect(session.store.at(title)).toBe('Rye')
  expect(session.isUnreadable()).toBe(false)
  session.editText('<item>\n  <ecommerceTitle>Rye\n</item>')
  await session.flush()
  expect(session.isUnreadable()).toBe(true)
  expect(session.store.at(title)).toBe('Rye')
  expect(session.problems.all()[0]?.line).toBe(3)
  expect(kept.item.text).toBe('<item>\n  <ecommerceTitle>Rye\n</item>')
  expect(kept.labels).toEqual(['XML of Oats', 'XML of Oats'])
})

test('an item kept with XML that cannot be read opens with that text', () => {
  const { open } = keptItem(oats, { text: '<item><ecommerceTitle>' })
  const session = open()
  expect(session.isUnreadable()).toBe(true)
  expect(session.text()).toBe('<item><ecommerceTitle>')
  expect(session.store.at(title)).toBe('Oats')
})

test('a second item in the XML of one is not taken for it', async () => {
  const { open } = keptItem(oats)
  const session = open()
  session.editText('<item><ecommerceTitle>A</ecommerceTitle></item><item/>')
  await session.flush()
  expect(session.isUnreadable()).toBe(true)
  expect(session.store.at(title)).toBe('Oats')
})

test('what only the backend knows stands beside what is found here, without repetition; suggestions come with it', () => {
  const { open } = keptItem({ ...oats, productCodes: [{ type: 'GTIN', text: '12' }] })
  const local = open().problems.all()
  const wrong = local.find(({ code }) => code === 'GTIN_INVALID')
  if (!wrong) throw new Error('The code is expected to be found wrong')
  const taken = { code: 'GTIN_EXISTS', path: 'items/item[1]/productCodes', message: 'It exists already.' }
  const suggestion = { value: '13', why: 'Its check digit.' }
  const { open: openAgain } = keptItem(
    { ...oats, productCodes: [{ type: 'GTIN', text: '12' }] },
    { problems: [{ ...wrong, suggestion }, taken] },
  )
  expect(openAgain().problems.all()).toEqual([
    ...local.map((problem) =>
      problem === wrong || problem.code === wrong.code ? { ...problem, suggestion } : problem,
    ),
    taken,
  ])
})

test('problems know their lines in the XML when asked', () => {
  const { open } = keptItem({ type: 'grocery', productCodes: [{ text: '12' }] })
  const session = open()
  const wrongCode = () => session.problems.all().find(({ code }) => code === 'GTIN_INVALID')
  expect(wrongCode()?.line).toBeUndefined()
  session.locate()
  expect(session.text().split('\n')[(wrongCode()?.line ?? 0) - 1]).toContain('<productCode>12</productCode>')
})

test('a change made elsewhere is shown when nothing is unsaved here', () => {
  const { kept, open, changeElsewhere } = keptItem(oats)
  const session = open()
  changeElsewhere({ ...oats, ecommerceTitle: 'Rye' })
  session.receive(kept.item)
  expect(session.store.at(title)).toBe('Rye')
  // A late answer of before changes nothing.
  session.receive({ ...kept.item, revision: 1, value: oats })
  expect(session.store.at(title)).toBe('Rye')
})

test('changes of different fields, here and elsewhere, are both kept', async () => {
  const { kept, open, changeElsewhere } = keptItem(oats)
  const session = open()
  session.store.set(title, 'Mine')
  changeElsewhere({ ...oats, manufacturerId: 'm1' })
  session.receive(kept.item)
  expect(session.store.at(title)).toBe('Mine')
  await session.flush()
  await vi.waitFor(() =>
    expect(kept.item.value).toEqual({ ...oats, ecommerceTitle: 'Mine', manufacturerId: 'm1' }),
  )
  expect(session.conflict()).toBeUndefined()
  await vi.waitFor(() => expect(session.saveState().kind).toBe('saved'))
})

test('who saves at once waits until what changed elsewhere is put together with what is here', async () => {
  const { kept, open, changeElsewhere } = keptItem(oats)
  const session = open({ load: () => new Promise((done) => setTimeout(done, 30, kept.item)) })
  session.store.set(['item', 0, 'manufacturerId'], 'm1')
  changeElsewhere({ ...oats, ecommerceTitle: 'Theirs' })
  expect(await session.flush()).toBe(true)
  expect(kept.item.value).toEqual({ ...oats, ecommerceTitle: 'Theirs', manufacturerId: 'm1' })
})

for (const { chosen, result } of [
  { chosen: ['ecommerceTitle'], result: 'Mine' },
  { chosen: [], result: 'Theirs' },
])
  test(`where both changed a field, a person decides: ${result}`, async () => {
    const { kept, open, changeElsewhere } = keptItem(oats)
    const session = open()
    session.store.set(['item', 0, 'ecommerceTitle'], 'Mine')
    changeElsewhere({ ...oats, ecommerceTitle: 'Theirs' })
    expect(await session.flush()).toBe(false)
    await vi.waitFor(() =>
      expect(session.conflict()?.clashes).toMatchObject([
        { label: 'E-commerce title', mine: 'Mine', theirs: 'Theirs' },
      ]),
    )
    // Nothing is written until then.
    expect(kept.item.value).toEqual({ ...oats, ecommerceTitle: 'Theirs' })
    await session.settleConflict(new Set<string>(chosen))
    expect(kept.item.value).toEqual({ ...oats, ecommerceTitle: result })
    expect(session.store.at(title)).toBe(result)
    expect(session.conflict()).toBeUndefined()
    expect(session.saveState().kind).toBe('saved')
  })

test('of XML that cannot be read, the whole is chosen', async () => {
  const { kept, open, changeElsewhere } = keptItem(oats)
  const session = open()
  session.editText('<item><')
  changeElsewhere({ ...oats, ecommerceTitle: 'Theirs' })
  await session.flush()
  await vi.waitFor(() => expect(session.conflict()?.isWhole).toBe(true))
  await session.settleConflict(new Set())
  expect(session.isUnreadable()).toBe(false)
  expect(session.store.at(title)).toBe('Theirs')
  expect(kept.labels).toEqual([])
})

test('what is typed while nothing answers outlives a reload, and is saved then', async () => {
  const { kept, open } = keptItem(oats)
  let stored: string | undefined
  const keepUnsaved = (unsaved: UnsavedItem | undefined) => {
    stored = unsaved && JSON.stringify(unsaved)
  }
  const before = open({
    keepUnsaved,
    save: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  before.store.set(title, 'Rolled oats')
  expect(await before.flush()).toBe(false)
  expect(before.saveState().kind).toBe('failed')

  const after = open({ keepUnsaved, unsaved: JSON.parse(stored ?? 'null') })
  expect(after.store.at(title)).toBe('Rolled oats')
  expect(after.saveState().kind).toBe('unsaved')
  expect(await after.flush()).toBe(true)
  expect(kept.item.value).toEqual({ ...oats, ecommerceTitle: 'Rolled oats' })
  expect(stored).toBeUndefined()
})

test('what outlived a reload is put together with what was saved meanwhile', async () => {
  const { kept, open, changeElsewhere } = keptItem(oats)
  const unsaved = { item: kept.item, content: { ...oats, ecommerceTitle: 'Rolled oats' } }
  changeElsewhere({ ...oats, manufacturerId: 'm1' })
  const session = open({ unsaved })
  expect(await session.flush()).toBe(true)
  expect(kept.item.value).toEqual({ ...oats, ecommerceTitle: 'Rolled oats', manufacturerId: 'm1' })
})

test('XML that was typed outlives a reload too', async () => {
  const { kept, open } = keptItem(oats)
  const session = open({ unsaved: { item: kept.item, content: '<item type="grocery"><ecommerceTitle>' } })
  expect(session.text()).toBe('<item type="grocery"><ecommerceTitle>')
  await session.flush()
  expect(session.isUnreadable()).toBe(true)
  expect(kept.item.text).toBe('<item type="grocery"><ecommerceTitle>')
})
