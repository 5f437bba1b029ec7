import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { textAt } from '../../src-shared/evidence/label/testing/texts.ts'
import { type Finding, findingKinds, type Readings } from '../../src-shared/evidence/model.ts'
import type { PictureRule } from '../../src-shared/media/picture-checks.ts'
import { type ItemFixture, itemBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../catalog/index.ts'
import { pictureWriter } from '../media/stores.ts'
import { createLog } from '../platform/log/log.ts'
import {
  openTemporaryWorkspace,
  type TemporaryWorkspace,
  threadEntry,
} from '../testing/temporary-workspace.ts'
import { comparisonReader, comparisonWriter } from './comparison-store.ts'
import { createEvidence, type Evidence } from './index.ts'
import { readingReader, readingWriter } from './reading-store.ts'

/** Which items are compared again after a change. Nothing is read: the readings are given. */
let workspace: TemporaryWorkspace
let evidence: Evidence
let rules: PictureRule[]
/** Bytes of the pictures are not needed. */
const contents = ['1', '2', '3', '4'].map((digit) => digit.repeat(64))
const codes = ['4006381333931', '9521234543213', '5901234123457'] as const

beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  rules = []
  evidence = createEvidence({
    ...{ storage: workspace.storage, log: createLog('silent'), version: '1', entry: threadEntry },
    media: { withFile: (_sha256, work) => work('') },
    profile: async () => ({ pictures: rules }),
    startProgram() {
      throw new Error('Nothing is to be read.')
    },
  })
})
afterEach(async () => {
  await evidence.close()
  await workspace.close()
})

const put = (item: ItemFixture) => workspace.storage.writer(catalogWriter).putItems([itemBytes(item)])
const remove = (id: string) => workspace.storage.writer(catalogWriter).removeItems([id])
const keep = (id: string, view: string, sha256: string) =>
  workspace.storage.writer(pictureWriter).put([
    {
      ...{ url: `https://media.invalid/${id}/${view}.jpg`, sha256, mimeType: 'image/jpeg' },
      ...{ width: 800, height: 800, bytes: 1 },
    },
  ])
const read = (sha256: string, shown: readonly string[], label = '') => {
  const box = { x: 0, y: 0, width: 1, height: 1 }
  const readings: Readings = {
    codes: { codes: shown.map((code) => ({ format: 'EAN-13', gtin14: `0${code}`, box })) },
    measures: {
      ...{ width: 800, height: 800, mimeType: 'image/jpeg', colourSpace: 'srgb', orientation: 1, frames: 1 },
      ...{ isTransparent: false, sharpness: 100, background: 'white', cutEdges: [] },
    },
    text: { width: 800, height: 800, texts: label === '' ? [] : [textAt(0, 0, label)], codes: [] },
  }
  return workspace.storage
    .writer(readingWriter)
    .put([{ sha256, kinds: ['codes', 'measures', 'text'], outcome: { readings } }])
}
const settle = () => evidence.settle({ signal: new AbortController().signal, onProgress: () => undefined })
const pending = () => workspace.storage.reader(comparisonReader).countPending()
/** The stored findings, without what was decided about them. */
const stored = async () =>
  (await evidence.list({ kinds: [...findingKinds], offset: 0, limit: 200 })).findings.map(
    ({ item, decision: _, ...finding }) => [item.id, finding],
  )
/** The same, made from scratch. */
async function fresh(ids: readonly string[]): Promise<[string, Finding][]> {
  const all: [string, Finding][] = []
  for (const itemId of ids)
    for (const finding of (await evidence.ofItem({ itemId })).findings) all.push([itemId, finding])
  return all
}
const inOrder = (findings: readonly unknown[]): string[] => findings.map((one) => JSON.stringify(one)).sort()

test('after any changes, the findings are those that a comparison of all items makes', async () => {
  const ids = ['a', 'b', 'c', 'd'] as const
  const [id, content, view] = [
    fc.constantFrom(...ids),
    fc.constantFrom(...contents),
    fc.constantFrom('A1C1', 'A7C1'),
  ]
  const shown = fc.subarray([...codes], { maxLength: 2 })
  const label = fc.constantFrom('', 'Ingredients: milk, salt.', 'Ingredients: salt.')
  const items = new Set<string>()
  let serial = 0
  const stores = fc
    .record({ id, codes: shown, media: fc.subarray(['A1C1', 'A7C1']), name: fc.constantFrom('Oats', 'Rye') })
    .map((item) => async () => {
      await put({ ...item, updated: new Date(Date.UTC(2024, 5, 1) + serial++ * 1000).toISOString() })
      items.add(item.id)
    })
  const dismissed = fc.constantFrom(...codes).chain((code) =>
    fc.record({ id, content }).map((of) => async () => {
      const key = { itemId: of.id, sha256: of.content, subject: `0${code}` }
      await evidence.dismiss({ ...key, kind: 'unknown-code', reason: 'other', note: '' })
    }),
  )
  const action = fc.oneof(
    { arbitrary: stores, weight: 4 },
    id.map((one) => async () => {
      await remove(one)
      items.delete(one)
    }),
    {
      arbitrary: fc.tuple(id, view, content).map((of) => async () => {
        await keep(...of)
      }),
      weight: 3,
    },
    content.map((one) => () => workspace.storage.writer(pictureWriter).lost(one, 'missing')),
    { arbitrary: fc.tuple(content, shown, label).map((of) => () => read(...of)), weight: 2 },
    fc.constantFrom(700, 900).map((least) => async () => {
      rules = [{ check: 'longer-side', least }]
    }),
    dismissed,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
      for (const one of ids) await remove(one)
      items.clear()
      for (const actions of rounds) {
        for (const act of actions) await act()
        await settleGiven()
        expect(inOrder(await stored())).toEqual(inOrder(await fresh([...items])))
        expect(await evidence.state()).toMatchObject({ isOutOfDate: false })
      }
    }),
    { numRuns: 40 },
  )
})

/** Gives a reading to each content that has lost its own, then compares. */
async function settleGiven(): Promise<void> {
  const lacking = await workspace.storage.reader(readingReader).lacking(['codes', 'measures', 'text'], '', 10)
  for (const { sha256 } of lacking) await read(sha256, [codes[0]])
  await settle()
}

test('only items that a change concerns are compared again', async () => {
  const [one, two, three] = codes
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    await put({ id, codes: [[two, two, three][index] ?? ''], media: ['A1C1'] })
    await keep(id, 'A1C1', contents[index] ?? '')
    await read(contents[index] ?? '', id === 'c' ? [three] : [one])
  }
  await settle()
  expect(await pending()).toBe(0)
  expect((await stored()).map(([id, finding]) => [id, (finding as Finding).kind])).toEqual([
    ['a', 'unknown-code'],
    ['b', 'unknown-code'],
    ['c', 'right-code'],
  ])
  // A new item with the code that two pictures show: itself and those two.
  await put({ id: 'd', codes: [one] })
  expect(await pending()).toBe(3)
  await settle()
  expect((await stored()).map(([id, finding]) => [id, (finding as Finding).kind])).toEqual([
    ['a', 'other-item'],
    ['b', 'other-item'],
    ['c', 'right-code'],
  ])
  await read(contents[2] ?? '', [two])
  expect(await pending()).toBe(1)
  await settle()
  // The name of an item that findings name.
  await put({ id: 'd', name: 'Oats', codes: [one], updated: '2024-06-01T10:00:00Z' })
  await settle()
  expect((await evidence.list({ itemId: 'a', offset: 0, limit: 9 })).findings[0]?.message).toContain('Oats')
})

test('a change during a comparison is not lost', async () => {
  const [one, two] = codes
  await put({ id: 'a', codes: [two], media: ['A1C1'] })
  await keep('a', 'A1C1', contents[0] ?? '')
  await read(contents[0] ?? '', [one])
  const writer = workspace.storage.writer(comparisonWriter)
  await writer.begin(JSON.stringify(['1', rules]))
  const compared = await workspace.storage.reader(comparisonReader).compare('', rules)
  // Until the finding is stored, nothing says that it names this code.
  await put({ id: 'b', codes: [one] })
  await writer.store(compared)
  expect(await evidence.state()).toMatchObject({ counts: { 'unknown-code': 1 }, isOutOfDate: true })
  await settle()
  expect(await evidence.state()).toMatchObject({
    counts: { 'unknown-code': 0, 'other-item': 1 },
    isOutOfDate: false,
  })
})
