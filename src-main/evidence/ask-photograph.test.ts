import { createHash, randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cellOf, withCell } from '../../src-shared/feeds/draft/columns.ts'
import { type ItemFixture, itemXml } from '../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../catalog/index.ts'
import type { ChildProgram } from '../platform/child-program.ts'
import { blurredCodePicture, codePicture } from '../testing/code-pictures.ts'
import { startKeptReader } from '../testing/kept-readers.ts'
import { labelPicture } from '../testing/label-pictures.ts'
import {
  openTemporaryWorkspace,
  type TemporaryWorkspace,
  threadEntry,
} from '../testing/temporary-workspace.ts'
import { createPhotographs, type Photographs } from './ask-photograph.ts'

let workspace: TemporaryWorkspace
let photographs: Photographs
let programs: ChildProgram[]

const create = (budget?: { milliseconds: number; megabytes: number }) =>
  createPhotographs({
    ...{ storage: workspace.storage, entry: threadEntry, ...(budget && { budget }) },
    startProgram(...start) {
      const program = startKeptReader(...start)
      programs.push(program)
      return program
    },
  })
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  programs = []
  photographs = create()
})
afterEach(async () => {
  await photographs.closeAll()
  await workspace.close()
})

const put = (...items: (ItemFixture & { nutrition?: string; ingredients?: string })[]) =>
  workspace.storage
    .writer(catalogWriter)
    .putItems(
      items.map(({ nutrition, ingredients, ...item }) =>
        Buffer.from(
          itemXml(item).replace(
            '<nutrition sequence="1"/>',
            `<nutrition sequence="1"><servingSizes><servingSize type="G"><measure>100</measure><uom>GRM</uom></servingSize></servingSizes>${nutrition ?? ''}</nutrition>`,
          ),
        ),
      ),
    )
function fileOf(bytes: Uint8Array, name = 'photograph.jpg'): string {
  const path = join(workspace.directory, name)
  writeFileSync(path, bytes)
  return path
}
const open = async (bytes: Uint8Array) => (await photographs.openFile(fileOf(bytes))).photograph
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
  )

const oats = '4006381333931'
const rows = [
  ['Energy', '390 kcal'],
  ['Fat', '12.0 g'],
  ['Carbohydrate', '60.0 g'],
  ['Protein', '10.0 g'],
] as const

test('finds the item by the code, and compares its record with the label', async () => {
  await put({
    id: 'oats',
    name: 'Oats',
    codes: [oats],
    nutrition: '<totalFat uom="GRM">12</totalFat><protein uom="GRM">9</protein>',
  })
  const { id, sha256, codes } = await open(await labelPicture({ code: oats, rows }))
  expect(codes.map(({ code, items }) => [code.format, code.gtin14, items])).toEqual([
    ['EAN-13', `0${oats}`, { items: [{ id: 'oats', name: 'Oats' }], isCase: false }],
  ])
  const { item, findings, lines } = await photographs.compare({ id, itemId: 'oats' })
  expect(item).toEqual({ id: 'oats', name: 'Oats' })
  expect(lines).toBeGreaterThan(8)
  expect(findings.map(({ kind, sha256, value }) => [kind, sha256, value?.recorded, value?.printed])).toEqual([
    ['label-found', sha256, '12 g / 100 g', '12.0 g'],
    ['label-differs', sha256, '9 g / 100 g', '10.0 g'],
  ])
  // The text was kept, so a second question needs no process.
  for (const { kill } of programs) kill()
  expect((await photographs.compare({ id, itemId: 'oats' })).findings).toHaveLength(2)
  expect(programs).toHaveLength(1)
  expect(await refusal(photographs.compare({ id, itemId: 'none' }))).toContain('ITEM_NOT_FOUND')
})

test('a code that several items have, that of a case, and that of no item', async () => {
  await put(
    { id: 'a', name: 'A', codes: [oats] },
    { id: 'b', name: 'B', codes: [oats] },
    { id: 'upc-e', name: 'C', codes: ['04252614'] },
  )
  const items = async (code: string) => {
    const found = await photographs.itemsWith({ code })
    return [found.isCase, ...found.items.map(({ id }) => id)]
  }
  expect(await items(oats)).toEqual([false, 'a', 'b'])
  expect(await items('1 4006381 33393 8')).toEqual([true, 'a', 'b'])
  expect(await items('9521234543213')).toEqual([true])
  expect(await items('04252614')).toEqual([false, 'upc-e'])
  // A picture shows the long form of a UPC-E.
  const { codes } = await open(await codePicture({ format: 'UPCA', text: '042100005264' }))
  expect(codes.map(({ items }) => items.items.map(({ id }) => id))).toEqual([['upc-e']])
  expect(await refusal(photographs.itemsWith({ code: '4006381333932' }))).toMatch(
    /^NO_CODE: "4006381333932" is no product code/,
  )
  expect(await refusal(photographs.itemsWith({ code: 'oats' }))).toContain('NO_CODE')
})

test('finds the item of blurred bars by the digits below them', async () => {
  await put({ id: 'oats', name: 'Oats', codes: [oats] })
  const { id, codes } = await open(await blurredCodePicture(oats))
  expect(codes).toEqual([])
  const found = await photographs.codesByDigits({ id })
  expect(found.codes.map(({ code, items }) => [code.gtin14, items.items])).toEqual([
    [`0${oats}`, [{ id: 'oats', name: 'Oats' }]],
  ])
})

test('shows a TIFF as JPEG, upright', async () => {
  const tiff = sharp(await codePicture({ format: 'EAN13', text: oats, side: 900 }))
    .extend({ left: 3000, background: '#fff' })
    .withMetadata({ orientation: 6 })
    .tiff()
  const { id } = await open(await tiff.toBuffer())
  const { url, width, height } = await photographs.preview({ id })
  expect([width, height]).toEqual([554, 2400])
  const [type, data = ''] = url.split(',')
  expect(type).toBe('data:image/jpeg;base64')
  expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ width: 554, height: 2400 })
  fileOf(Buffer.from('something else'))
  expect(await refusal(photographs.preview({ id }))).toMatch(/^NO_PICTURE: /)
})

test('suggests the values of a label for the draft of a new item', async () => {
  const { id } = await open(await labelPicture({ rows, lines: ['Net weight 450 g'] }))
  const { suggestions } = await photographs.suggest({ id })
  expect(suggestions.map(({ label, printed, per }) => [label, printed.replace(' ', ''), per])).toEqual([
    ['Net content', '450g', ''],
    ['Energy', '390kcal', '100 g'],
    ['Total fat', '12.0g', '100 g'],
    ['Carbohydrates', '60.0g', '100 g'],
    ['Protein', '10.0g', '100 g'],
  ])
  // Every cell is a field of a new item.
  const cells = suggestions.flatMap(({ cells, quantity }) => [...cells, ...quantity])
  for (const { column, value } of cells)
    expect(cellOf(withCell('create', { id: '' } as never, column, value), column)).toBe(value)
  expect(cells).toContainEqual({ column: 'packageData/netWeight/measure', value: '450' })
  expect(cells).toContainEqual({
    column: 'products/0/grocery/nutritions/0/servingSizes/0/measure',
    value: '100',
  })
})

test('no code is no error, and a photograph without text has none', async () => {
  const grey = sharp({ create: { width: 400, height: 300, channels: 3, background: '#888' } })
  const { id, codes } = await open(await grey.jpeg().toBuffer())
  expect(codes).toEqual([])
  expect(await photographs.suggest({ id })).toEqual({ suggestions: [], lines: 0 })
})

test('refuses files that are no photograph, and answers afterwards', async () => {
  const whole = await codePicture({ format: 'EAN13', text: oats })
  const huge = Buffer.from(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  // The header of a PNG has the width and height at these offsets, and then their checksum.
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  for (const bytes of [randomBytes(3000), Buffer.from('<svg xmlns="x"/>'), whole.subarray(0, 2000), huge])
    expect(await refusal(open(bytes))).toMatch(/^NO_PICTURE: /)
  expect(await refusal(open(new Uint8Array()))).toMatch(/^NO_PICTURE: This is not a picture file/)
  expect(await refusal(open(new Uint8Array(51 * 1024 * 1024)))).toMatch(/larger than 50 MB/)
  expect((await open(whole)).codes).toHaveLength(1)
})

test('a photograph that exceeds its budget ends its process only', async () => {
  photographs = create({ milliseconds: 1, megabytes: 900 })
  expect(await refusal(open(await codePicture({ format: 'EAN13', text: oats })))).toMatch(/^TOO_LONG: /)
})

test('cancelling stops the reading, and the next question reads', async () => {
  await put({ id: 'oats', codes: [oats] })
  const { id } = await open(await labelPicture({ code: oats, rows }))
  const cancelled = AbortSignal.timeout(50)
  await expect(photographs.compare({ id, itemId: 'oats' }, { signal: cancelled })).rejects.toThrow(
    'aborted due to timeout',
  )
  expect((await photographs.compare({ id, itemId: 'oats' })).lines).toBeGreaterThan(8)
})

test('a file that has changed is not read as the photograph', async () => {
  const { id } = await open(await labelPicture({ code: oats, rows }))
  fileOf(await codePicture({ format: 'EAN13', text: oats }))
  expect(await refusal(photographs.suggest({ id }))).toBe(
    'DAMAGED_FILE: The file of the photograph has changed or was deleted. Choose it again.',
  )
})

test('says when the file is no longer needed, keeps two photographs open, and stores nothing', async () => {
  const bytes = await codePicture({ format: 'EAN13', text: oats })
  const file = fileOf(bytes)
  const closed: number[] = []
  const ids: string[] = []
  for (const index of [0, 1, 2]) {
    const opened = await photographs.openFile(file)
    ids.push(opened.photograph.id)
    void opened.closed.then(() => closed.push(index))
  }
  await expect.poll(() => closed).toEqual([0])
  expect(await refusal(photographs.suggest({ id: ids[0] ?? '' }))).toContain('PHOTOGRAPH_CLOSED')
  photographs.close({ id: ids[2] ?? '' })
  await expect.poll(() => closed).toEqual([0, 2])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(existsSync(join(workspace.directory, 'media', sha256.slice(0, 2)))).toBe(false)
})
