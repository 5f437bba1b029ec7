import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subjectOf } from '../../src-shared/evidence/model.ts'
import type { PictureRule } from '../../src-shared/media/picture-checks.ts'
import { type ItemFixture, itemBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../catalog/index.ts'
import { createMedia, type Media } from '../media/index.ts'
import { actingName } from '../platform/acting-person.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { codePicture } from '../testing/code-pictures.ts'
import { startKeptReader } from '../testing/kept-readers.ts'
import { noise } from '../testing/picture-desk.ts'
import {
  openTemporaryWorkspace,
  type TemporaryWorkspace,
  threadEntry,
} from '../testing/temporary-workspace.ts'
import { createEvidence, type Evidence } from './index.ts'
import { readingReader } from './reading-store.ts'

let workspace: TemporaryWorkspace
let media: Media
let evidence: Evidence
let started = 0
let rules: PictureRule[]
const log = createLog('silent')

const open = (quietTime?: number): Evidence =>
  createEvidence({
    ...{ storage: workspace.storage, media, log, version: '1', entry: threadEntry, quietTime },
    profile: async () => ({ pictures: rules }),
    startProgram(...start) {
      started++
      return startKeptReader(...start)
    },
  })
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage, directory } = workspace
  media = createMedia({ storage, directory, clock: systemClock, log })
  evidence = open()
  started = 0
  rules = []
})
afterEach(async () => {
  await evidence.close()
  await media.close()
  await workspace.close()
})

const put = (...items: ItemFixture[]) =>
  workspace.storage.writer(catalogWriter).putItems(items.map(itemBytes))
const keep = (item: string, view: string, bytes: Uint8Array) =>
  media.keep([{ url: `https://media.invalid/${item}/${view}.jpg`, bytes }])
const ean = (text: string, side = 300) => codePicture({ format: 'EAN13', text, side })
const settle = (itemIds?: string[]) =>
  evidence.settle({ signal: new AbortController().signal, onProgress: () => undefined, itemIds })
const list = async (kind?: 'other-item') =>
  (await evidence.list({ ...(kind && { kinds: [kind] }), offset: 0, limit: 50 })).findings.map(
    ({ item, kind, others }) => [item.id, kind, ...(others ?? []).map(({ id }) => id)],
  )

const [one, two, unknown] = ['4006381333931', '9521234543213', '0036000291452'] as const

test('reads each picture once, and finds the codes of the item, of another item, and of none', async () => {
  await put(
    { id: 'a', codes: [one], media: ['A1C1', 'A7C1'] },
    { id: 'b', codes: [two], media: ['A1C1', 'A7C1'] },
  )
  await keep('a', 'A7C1', await ean(one))
  await keep('b', 'A1C1', await ean(one))
  await keep('b', 'A7C1', await ean(unknown))
  expect(await evidence.state()).toMatchObject({
    mode: 'on-demand',
    pictures: 2,
    read: 0,
    isOutOfDate: false,
  })
  await settle()
  expect(await list()).toEqual([
    ['b', 'other-item', 'a'],
    ['b', 'unknown-code'],
    ['a', 'right-code'],
  ])
  expect(await list('other-item')).toEqual([['b', 'other-item', 'a']])
  expect(await evidence.state()).toMatchObject({
    ...{ pictures: 2, read: 2, unreadable: 0, isOutOfDate: false },
    counts: { 'other-item': 1, 'unknown-code': 1, 'right-code': 1, unreadable: 0 },
  })
  expect(await evidence.ofItem({ itemId: 'a' })).toMatchObject({
    findings: [{ kind: 'right-code' }],
    unread: 0,
  })
  // Nothing is read again.
  started = 0
  await settle()
  expect(started).toBe(0)
})

test('findings follow the records, and a removed item has none', async () => {
  await put({ id: 'a', codes: [one], media: ['A1C1'] })
  await keep('a', 'A1C1', await ean(two))
  await settle()
  expect(await list()).toEqual([['a', 'unknown-code']])
  await put({ id: 'b', codes: [two] })
  expect(await evidence.state()).toMatchObject({ isOutOfDate: true })
  await settle()
  expect(await list()).toEqual([['a', 'other-item', 'b']])
  await put({ id: 'a', codes: [two], media: ['A1C1'], updated: '2024-06-01T10:00:00Z' })
  // The finding for one item does not wait for a run.
  expect(await evidence.ofItem({ itemId: 'a' })).toMatchObject({ findings: [{ kind: 'right-code' }] })
})

test('a UPC-E in the record is the code that the picture shows', async () => {
  await put({ id: 'a', codes: ['04252614'], media: ['A1C1'] })
  await keep('a', 'A1C1', await codePicture({ format: 'UPCA', text: '042100005264' }))
  await settle()
  expect(await list()).toEqual([['a', 'right-code']])
})

test('a damaged file is reported, costs no other picture, and is read once its file is whole again', async () => {
  await put({ id: 'a', codes: [one], media: ['A1C1', 'A7C1'] })
  const [damaged] = await keep('a', 'A1C1', await ean(one, 320))
  await keep('a', 'A7C1', await ean(one))
  const write = (bytes: Uint8Array) =>
    media.withFile(damaged?.sha256 ?? '', async (path) => writeFileSync(path, bytes))
  await write(randomBytes(100))
  await settle()
  expect(await list()).toEqual([
    ['a', 'unreadable'],
    ['a', 'right-code'],
  ])
  expect(await workspace.storage.reader(readingReader).counts()).toMatchObject({
    pictures: 2,
    read: 2,
    unreadable: 1,
  })
  await write(await ean(one, 320))
  await settle()
  expect(await list()).toEqual([
    ['a', 'right-code'],
    ['a', 'right-code'],
  ])
})

test('reads the pictures of some items, and later the others', async () => {
  await put({ id: 'a', codes: [one], media: ['A1C1'] }, { id: 'b', codes: [two], media: ['A1C1'] })
  await keep('a', 'A1C1', await ean(one))
  await keep('b', 'A1C1', await ean(two))
  await settle(['b'])
  expect(await list()).toEqual([['b', 'right-code']])
  expect(await evidence.ofItem({ itemId: 'a' })).toEqual({ name: 'Item a', findings: [], unread: 1 })
  await settle()
  expect(await list()).toHaveLength(2)
})

test('one decision about many findings is one step, and leaves earlier decisions as they are', async () => {
  await put(
    { id: 'a', codes: ['5901234123457'], media: ['A1C1', 'A7C1'] },
    { id: 'b', codes: ['96385074'], media: ['A1C1'] },
  )
  await keep('a', 'A1C1', await ean(two))
  await keep('a', 'A7C1', await ean(unknown))
  await keep('b', 'A1C1', await ean(one))
  await settle()
  const open = async () => (await evidence.list({ offset: 0, limit: 50 })).findings
  const before = await open()
  expect(before.length).toBeGreaterThan(2)
  const [first, second] = before
  if (!first || !second) throw new Error('The test needs two findings.')
  const keyOfRow = ({ item, kind, sha256, ...row }: (typeof before)[number]) => ({
    ...{ itemId: item.id, kind, sha256 },
    subject: subjectOf(row),
  })
  await evidence.agree(keyOfRow(first))
  const named = await evidence.decideMany({
    which: { findings: [keyOfRow(first), keyOfRow(second)] },
    ...{ decision: 'agreed', note: '' },
  })
  expect(named.decided).toBe(1)
  expect(await evidence.list({ offset: 0, limit: 1 })).toMatchObject({ undecided: before.length - 2 })
  const all = await evidence.decideMany({
    which: { kinds: [...new Set(before.map(({ kind }) => kind))] },
    ...{ decision: 'dismissed', reason: 'misread', note: '' },
  })
  expect(all.decided).toBe(before.length - 2)
  expect((await open()).map(({ decision }) => decision?.kind)).toEqual(['agreed', 'agreed'])
  await evidence.undoDecisions({ step: all.step })
  await evidence.undoDecisions({ step: named.step })
  const decided = (await open()).flatMap((row) => (row.decision ? [keyOfRow(row)] : []))
  expect(decided).toEqual([keyOfRow(first)])
  await evidence.restore(keyOfRow(first))
  expect(await open()).toEqual(before)
})

test('a dismissed finding leaves lists and counts, for this picture and code only, until it is restored', async () => {
  await put({ id: 'a', codes: [one], media: ['A1C1', 'A7C1'] })
  const [picture] = await keep('a', 'A1C1', await ean(two))
  await keep('a', 'A7C1', await ean(two, 320))
  await settle()
  const sha256 = picture?.sha256 ?? ''
  const key = { itemId: 'a', kind: 'unknown-code' as const, sha256, subject: `0${two}` }
  await evidence.dismiss({ ...key, reason: 'other', note: ' A case of it ' })
  const dismissed = () => evidence.list({ decision: 'dismissed', itemId: 'a', offset: 0, limit: 9 })
  const lists = { total: 1, findings: [{ sha256, decision: { reason: 'other', note: 'A case of it' } }] }
  const left = { counts: { 'unknown-code': 1 }, dismissed: 1 }
  expect(await list()).toHaveLength(1)
  expect(await dismissed()).toMatchObject(lists)
  expect(await evidence.state()).toMatchObject(left)
  expect((await evidence.ofItem({ itemId: 'a' })).findings).toHaveLength(1)
  // A person wrote it: it is kept when everything that was read is deleted.
  await evidence.clear()
  expect(await evidence.state()).toMatchObject({ dismissed: 0 })
  await settle()
  expect(await evidence.state()).toMatchObject(left)
  // The same picture with another finding.
  await put({ id: 'b', codes: [two] })
  await settle()
  expect(await list()).toHaveLength(2)
  expect(await dismissed()).toMatchObject({ total: 0 })
  await put({ id: 'b', codes: ['5901234123457'], updated: '2024-06-01T10:00:00Z' })
  await settle()
  expect(await list()).toHaveLength(1)
  await evidence.restore(key)
  expect(await list()).toHaveLength(2)
  expect(await dismissed()).toMatchObject({ total: 0 })
})

test('an agreed finding stays, with its mark, also after everything was read again', async () => {
  await put({ id: 'a', codes: [one], media: ['A1C1'] })
  const [picture] = await keep('a', 'A1C1', await ean(two))
  await settle()
  const key = {
    ...{ itemId: 'a', kind: 'unknown-code' as const },
    ...{ sha256: picture?.sha256 ?? '', subject: `0${two}` },
  }
  await evidence.agree(key)
  const agreed = () => evidence.list({ decision: 'agreed', offset: 0, limit: 9 })
  const marked = { total: 1, findings: [{ decision: { kind: 'agreed', reason: '', by: actingName() } }] }
  await evidence.clear()
  await settle()
  expect(await agreed()).toMatchObject(marked)
  expect(await evidence.list({ offset: 0, limit: 9 })).toMatchObject(marked)
  expect(await evidence.state()).toMatchObject({
    counts: { 'unknown-code': 1 },
    ...{ agreed: 1, dismissed: 0 },
  })
  // The last decision counts.
  await evidence.dismiss({ ...key, reason: 'misread', note: '' })
  expect(await evidence.state()).toMatchObject({ agreed: 0, dismissed: 1 })
  await evidence.agree(key)
  await evidence.restore(key)
  expect(await agreed()).toMatchObject({ total: 0 })
  expect(await list()).toHaveLength(1)
})

test('everything can be deleted and made again', async () => {
  await put({ id: 'a', codes: [one], media: ['A1C1'] })
  await keep('a', 'A1C1', await ean(one))
  await settle()
  expect(await evidence.clear()).toMatchObject({ read: 0, counts: { 'right-code': 0 } })
  expect(await list()).toEqual([])
  await settle()
  expect(await list()).toEqual([['a', 'right-code']])
})

test('a run can be stopped, and the next one continues', async () => {
  const grays = Array.from({ length: 3 }, (_, place) => ({ view: `A${place + 1}C1`, gray: 255 - place }))
  const mark = { create: { width: 9, height: 9, channels: 3 as const, background: '#000' } }
  await put({ id: 'a', codes: [one], media: grays.map(({ view }) => view) })
  for (const { view, gray } of grays) {
    const background = { r: gray, g: gray, b: gray }
    await keep(
      'a',
      view,
      await sharp({ create: { width: 900, height: 900, channels: 3, background } })
        // In a plain picture, no text is looked for.
        .composite([{ input: mark }])
        .jpeg()
        .toBuffer(),
    )
  }
  expect((await evidence.start()).running).toMatchObject({ step: 'reading' })
  await expect
    .poll(async () => (await evidence.state()).read, { interval: 5, timeout: 60_000 })
    .toBeGreaterThan(0)
  const stopped = await evidence.stop()
  expect(stopped.running).toBeUndefined()
  expect(stopped.read).toBeLessThan(3)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await evidence.state()).toMatchObject({ read: stopped.read })
  await settle()
  expect(await evidence.state()).toMatchObject({ pictures: 3, read: 3, isOutOfDate: false })
})

test('switched off, it reads nothing; in the background, it reads after a change', async () => {
  await put({ id: 'a', codes: [one], media: ['A1C1'] })
  await evidence.setMode({ mode: 'off' })
  await expect(evidence.start()).rejects.toThrow('switched off')
  await evidence.close()
  evidence = open(10)
  evidence.startBackgroundWork()
  await keep('a', 'A1C1', await ean(one))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await evidence.state()).toMatchObject({ read: 0 })
  await evidence.setMode({ mode: 'background' })
  await expect.poll(() => list(), { timeout: 20_000 }).toEqual([['a', 'right-code']])
})

test('an unknown item is refused', async () => {
  await expect(evidence.ofItem({ itemId: 'x' })).rejects.toThrow('No item')
})

test('finds pictures that break the rules of the profile, among planted ones', async () => {
  rules = [
    { check: 'longer-side', least: 600 },
    { check: 'format', accepted: ['image/jpeg'] },
    { check: 'background', accepted: ['white', 'transparent'] },
    { check: 'sharpness', least: 60 },
    { check: 'margins', most: 40 },
    { check: 'cut-edges' },
    { check: 'aspect', most: 2 },
    { check: 'colour-space', accepted: ['srgb'] },
    { check: 'orientation' },
    { check: 'transparency', accepted: ['opaque'] },
    { check: 'animation' },
  ]
  const pattern = await sharp(await noise(100, 100))
    .resize(400, 400, { kernel: 'nearest' })
    .png()
    .toBuffer()
  const on = (options: {
    width?: number
    height?: number
    background?: string
    left?: number
    top?: number
  }) => {
    const { width = 800, height = 800, background = '#ffffff', left = 200, top = 200 } = options
    return sharp({ create: { width, height, channels: 4, background } }).composite([
      { input: pattern, left, top },
    ])
  }
  const whole = await on({}).png().toBuffer()
  const planted: [string, Buffer, string[]][] = [
    ['A1C1', await sharp(whole).jpeg().toBuffer(), []],
    ['A2C1', await sharp(whole).resize(500).jpeg().toBuffer(), ['longer-side']],
    ['A3C1', await sharp(whole).removeAlpha().png().toBuffer(), ['format']],
    ['A7C1', await on({ background: '#88aacc' }).jpeg().toBuffer(), ['background']],
    ['A8C1', await sharp(whole).blur(6).jpeg().toBuffer(), ['sharpness']],
    ['A9C1', await on({ width: 1200, height: 1200, left: 600, top: 600 }).jpeg().toBuffer(), ['margins']],
    ['A1L1', await on({ left: 400 }).jpeg().toBuffer(), ['cut-edges', 'margins']],
    ['A1R1', await on({ width: 1300, height: 500, left: 450, top: 50 }).jpeg().toBuffer(), ['aspect']],
    ['A1C0', await sharp(whole).flatten().toColourspace('cmyk').jpeg().toBuffer(), ['colour-space']],
    ['B1C1', await sharp(whole).jpeg().withMetadata({ orientation: 6 }).toBuffer(), ['orientation']],
    ['C1C1', await on({ background: '#ffffff00' }).png().toBuffer(), ['format', 'transparency']],
    [
      'D1C1',
      await sharp([whole, await sharp(whole).negate({ alpha: false }).png().toBuffer()], {
        join: { animated: true },
      })
        .gif()
        .toBuffer(),
      ['format', 'animation'],
    ],
  ]
  await put({ id: 'a', media: planted.map(([view]) => view) })
  for (const [view, bytes] of planted) await keep('a', view, bytes)
  await settle()
  const { findings } = await evidence.list({ kinds: ['check'], offset: 0, limit: 100 })
  for (const [view, , expected] of planted)
    expect([
      view,
      findings
        .filter((finding) => finding.view === view)
        .map(({ rule }) => rule)
        .sort(),
    ]).toEqual([view, expected.toSorted()])
  // The rules are those of the current profile.
  rules = [{ check: 'longer-side', most: 700 }]
  expect(await evidence.state()).toMatchObject({ isOutOfDate: true })
  await settle()
  expect((await evidence.state()).counts.check).toBe(11)
})

test('lists the findings in windows, across kinds', async () => {
  await put({ id: 'a', codes: [one], media: ['A1C1'] }, { id: 'b', codes: [one], media: ['A1C1'] })
  await put({ id: 'c', codes: [two], media: ['A1C1'] })
  for (const item of ['a', 'b', 'c']) await keep(item, 'A1C1', await ean(one))
  await settle()
  const page = async (offset: number, limit: number) => {
    const { total, findings, offset: start } = await evidence.list({ offset, limit })
    return [total, start, ...findings.map(({ item, kind }) => `${item.id} ${kind}`)]
  }
  expect(await page(0, 2)).toEqual([3, 0, 'c other-item', 'a right-code'])
  expect(await page(2, 2)).toEqual([3, 2, 'b right-code'])
  expect(await page(8, 2)).toEqual([3, 2, 'b right-code'])
})
