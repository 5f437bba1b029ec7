import { expect, test, vi } from 'vitest'
import type { DraftItem } from '../../../../../src-shared/feeds/draft/model.ts'
import { createItemSession, type ItemChange, titleAndCode, type UnsavedItem } from './draft-session.ts'

class StaleItem extends Error {}

/** A backend stand-in that rejects a change that does not start from the newest revision of the item. */
function createBackend(value: DraftItem['value'], more: Partial<DraftItem> = {}) {
  const backend: { item: DraftItem; labels: string[] } = {
    item: { key: 7, position: 12, revision: 1, value, problems: [], isChecked: true, ...more },
    labels: [],
  }
  /** Simulates a change of the item made elsewhere. */
  const changeElsewhere = (other: DraftItem['value']) => {
    backend.item = { ...backend.item, revision: backend.item.revision + 1, value: other }
  }
  const open = (session: Partial<Parameters<typeof createItemSession>[0]> = {}) =>
    createItemSession({
      kind: 'create',
      item: backend.item,
      namespaceBase: undefined,
      quiet: 10,
      quietBeforeSave: 20,
      isStale: (error) => error instanceof StaleItem,
      load: () => Promise.resolve(backend.item),
      save: async (label: string, change: ItemChange) => {
        await Promise.resolve()
        if (change.revision !== backend.item.revision) throw new StaleItem('stale')
        backend.labels.push(label)
        const { text: _, ...former } = backend.item
        backend.item = {
          ...former,
          revision: change.revision + 1,
          ...(change.do === 'text' ? { text: change.text } : { value: change.value }),
        }
        return backend.item
      },
      ...session,
    })
  return { backend, open, changeElsewhere }
}
const oats = { type: 'grocery', ecommerceTitle: 'Oats' }
const title = ['item', 0, 'ecommerceTitle']
const codes = (session: ReturnType<typeof createItemSession>) =>
  session.problems.all().map(({ code }) => code)

test('checks an edit in the form and labels its save with the changed fields', async () => {
  const { backend, open } = createBackend(oats)
  const session = open()
  expect(codes(session)).toContain('GTIN_REQUIRED')
  session.store.set(['item', 0, 'productCodes', 0], { type: 'GTIN', text: '00850012345671' })
  await vi.waitFor(() => expect(backend.item.revision).toBe(2))
  expect(backend.labels).toEqual(['Product codes of Oats: 1 added'])
  expect(backend.item.value).toEqual({ ...oats, productCodes: [{ type: 'GTIN', text: '00850012345671' }] })
  expect(codes(session)).not.toContain('GTIN_REQUIRED')
  expect(session.saveState().kind).toBe('saved')
})

test('saves a burst of keystrokes once, as one step', async () => {
  const { backend, open } = createBackend(oats)
  const session = open()
  for (const text of ['O', 'Oa', 'Oat']) session.store.set(title, text)
  expect(session.saveState().kind).toBe('unsaved')
  expect(await session.flush()).toBe(true)
  expect(backend.labels).toEqual(['E-commerce title of Oat'])
})

test('names an item by its code, or else by its position, if it has no title', async () => {
  const { backend, open } = createBackend({ type: 'grocery' })
  const session = open()
  session.store.set(['item', 0, 'manufacturerId'], 'm1')
  await session.flush()
  session.store.set(['item', 0, 'productCodes', 0], { text: '12' })
  await session.flush()
  expect(backend.labels).toEqual(['Manufacturer of Item 12', 'Product codes of 12: 1 added'])
  expect(titleAndCode({ id: 'i1', retailer: [] })).toEqual({ title: '', code: 'i1' })
})

test('applies typed XML to the form; unparsable XML leaves the form unchanged and reports the line', async () => {
  const { backend, open } = createBackend(oats)
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
  expect(backend.item.text).toBe('<item>\n  <ecommerceTitle>Rye\n</item>')
  expect(backend.labels).toEqual(['XML of Oats', 'XML of Oats'])
})

test('opens an item stored with unparsable XML with that text', () => {
  const { open } = createBackend(oats, { text: '<item><ecommerceTitle>' })
  const session = open()
  expect(session.isUnreadable()).toBe(true)
  expect(session.text()).toBe('<item><ecommerceTitle>')
  expect(session.store.at(title)).toBe('Oats')
})

test('rejects a second item in the XML of an item', async () => {
  const { open } = createBackend(oats)
  const session = open()
  session.editText('<item><ecommerceTitle>A</ecommerceTitle></item><item/>')
  await session.flush()
  expect(session.isUnreadable()).toBe(true)
  expect(session.store.at(title)).toBe('Oats')
})

test('merges problems and suggestions of the backend with local problems, without duplicates', () => {
  const { open } = createBackend({ ...oats, productCodes: [{ type: 'GTIN', text: '12' }] })
  const local = open().problems.all()
  const wrong = local.find(({ code }) => code === 'GTIN_INVALID')
  if (!wrong) throw new Error('The code is expected to be found wrong')
  const taken = { code: 'GTIN_EXISTS', path: 'items/item[1]/productCodes', message: 'It exists already.' }
  const suggestion = { value: '13', why: 'Its check digit.' }
  const { open: openAgain } = createBackend(
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

test('adds line numbers to problems after locate', () => {
  const { open } = createBackend({ type: 'grocery', productCodes: [{ text: '12' }] })
  const session = open()
  const wrongCode = () => session.problems.all().find(({ code }) => code === 'GTIN_INVALID')
  expect(wrongCode()?.line).toBeUndefined()
  session.locate()
  expect(session.text().split('\n')[(wrongCode()?.line ?? 0) - 1]).toContain('<productCode>12</productCode>')
})

test('shows a change made elsewhere if nothing is unsaved', () => {
  const { backend, open, changeElsewhere } = createBackend(oats)
  const session = open()
  changeElsewhere({ ...oats, ecommerceTitle: 'Rye' })
  session.receive(backend.item)
  expect(session.store.at(title)).toBe('Rye')
  // A late response with an older revision changes nothing.
  session.receive({ ...backend.item, revision: 1, value: oats })
  expect(session.store.at(title)).toBe('Rye')
})

test('keeps changes of different fields made here and elsewhere', async () => {
  const { backend, open, changeElsewhere } = createBackend(oats)
  const session = open()
  session.store.set(title, 'Mine')
  changeElsewhere({ ...oats, manufacturerId: 'm1' })
  session.receive(backend.item)
  expect(session.store.at(title)).toBe('Mine')
  await session.flush()
  await vi.waitFor(() =>
    expect(backend.item.value).toEqual({ ...oats, ecommerceTitle: 'Mine', manufacturerId: 'm1' }),
  )
  expect(session.conflict()).toBeUndefined()
  await vi.waitFor(() => expect(session.saveState().kind).toBe('saved'))
})

test('flush waits until changes made elsewhere are merged', async () => {
  const { backend, open, changeElsewhere } = createBackend(oats)
  const session = open({ load: () => new Promise((done) => setTimeout(done, 30, backend.item)) })
  session.store.set(['item', 0, 'manufacturerId'], 'm1')
  changeElsewhere({ ...oats, ecommerceTitle: 'Theirs' })
  expect(await session.flush()).toBe(true)
  expect(backend.item.value).toEqual({ ...oats, ecommerceTitle: 'Theirs', manufacturerId: 'm1' })
})

for (const { chosen, result } of [
  { chosen: ['ecommerceTitle'], result: 'Mine' },
  { chosen: [], result: 'Theirs' },
])
  test(`lets a person resolve a field changed on both sides: ${result}`, async () => {
    const { backend, open, changeElsewhere } = createBackend(oats)
    const session = open()
    session.store.set(['item', 0, 'ecommerceTitle'], 'Mine')
    changeElsewhere({ ...oats, ecommerceTitle: 'Theirs' })
    expect(await session.flush()).toBe(false)
    await vi.waitFor(() =>
      expect(session.conflict()?.clashes).toMatchObject([
        { label: 'E-commerce title', mine: 'Mine', theirs: 'Theirs' },
      ]),
    )
    // Nothing is written before the decision.
    expect(backend.item.value).toEqual({ ...oats, ecommerceTitle: 'Theirs' })
    await session.settleConflict(new Set<string>(chosen))
    expect(backend.item.value).toEqual({ ...oats, ecommerceTitle: result })
    expect(session.store.at(title)).toBe(result)
    expect(session.conflict()).toBeUndefined()
    expect(session.saveState().kind).toBe('saved')
  })

test('resolves a conflict with unparsable XML for the entire item', async () => {
  const { backend, open, changeElsewhere } = createBackend(oats)
  const session = open()
  session.editText('<item><')
  changeElsewhere({ ...oats, ecommerceTitle: 'Theirs' })
  await session.flush()
  await vi.waitFor(() => expect(session.conflict()?.isEntireItem).toBe(true))
  await session.settleConflict(new Set())
  expect(session.isUnreadable()).toBe(false)
  expect(session.store.at(title)).toBe('Theirs')
  expect(backend.labels).toEqual([])
})

test('keeps unsaved typing across a reload and saves it then', async () => {
  const { backend, open } = createBackend(oats)
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
  expect(backend.item.value).toEqual({ ...oats, ecommerceTitle: 'Rolled oats' })
  expect(stored).toBeUndefined()
})

test('merges typing restored after a reload with changes saved in between', async () => {
  const { backend, open, changeElsewhere } = createBackend(oats)
  const unsaved = { item: backend.item, content: { ...oats, ecommerceTitle: 'Rolled oats' } }
  changeElsewhere({ ...oats, manufacturerId: 'm1' })
  const session = open({ unsaved })
  expect(await session.flush()).toBe(true)
  expect(backend.item.value).toEqual({ ...oats, ecommerceTitle: 'Rolled oats', manufacturerId: 'm1' })
})

test('restores typed XML after a reload', async () => {
  const { backend, open } = createBackend(oats)
  const session = open({ unsaved: { item: backend.item, content: '<item type="grocery"><ecommerceTitle>' } })
  expect(session.text()).toBe('<item type="grocery"><ecommerceTitle>')
  await session.flush()
  expect(session.isUnreadable()).toBe(true)
  expect(backend.item.text).toBe('<item type="grocery"><ecommerceTitle>')
})

test('tells who saved the other version of a conflict, and when', async () => {
  const { backend, open, changeElsewhere } = createBackend(oats)
  const session = open()
  session.store.set(title, 'Mine')
  changeElsewhere({ ...oats, ecommerceTitle: 'Theirs' })
  const changed = { by: 'Ana', at: '2026-11-28T10:12:00Z' }
  backend.item = { ...backend.item, changed }
  await session.flush()
  await vi.waitFor(() => expect(session.conflict()?.changed).toEqual(changed))
})
