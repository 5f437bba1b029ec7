import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { ExportFormat } from '../../src-shared/export/formats.ts'
import { openWorkbook } from '../import/source/workbook/workbook.ts'
import { contractPictures } from '../testing/local-api/contract-catalog.ts'
import { concatenated, openExportWorkspace } from './fixtures/export-workspace.ts'
import type { PictureSource } from './pictures/picture-parts.ts'

const pictures = await contractPictures()
/** The pictures of the small catalog, except the one of the right side. */
const source = (): PictureSource => ({
  kept: async (urls) =>
    urls.map((url) =>
      pictures.some((one) => one.url === url && !url.endsWith('right.jpg'))
        ? { sha256: url, mimeType: url.endsWith('png') ? 'image/png' : 'image/jpeg' }
        : undefined,
    ),
  bytes: async (sha256) => pictures.find(({ url }) => url === sha256)?.bytes,
  reasonsMissing: async (urls) => urls.map(() => 'The host answers 404.'),
  smallFronts: async (ids) => ids.map((id) => (id === '100' ? pictures[0]?.bytes : undefined)),
})

async function made(format: ExportFormat, columns?: string[]) {
  await using opened = await openExportWorkspace(undefined, source)
  const selection = { text: '', brandIds: [], manufacturerIds: [] }
  const { parts } = await opened.exports.open({ source: { selection }, format, cells: 'safe', columns })
  let note: string | undefined
  const bytes = await concatenated(
    parts({
      onProgress(now) {
        note = now.note
      },
    }),
  )
  return { bytes, note }
}

test('writes a workbook with the chosen columns and leading zeros, readable by the import', async () => {
  const { bytes } = await made('xlsx', ['Name', 'GTIN'])
  await using opened = await openExportWorkspace()
  const path = join(opened.workspace.directory, 'items.xlsx')
  writeFileSync(path, bytes)
  const { sheets } = await openWorkbook(path)
  expect(sheets).toHaveLength(1)
  const sheet = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml'])
  const texts = [...sheet.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
  // In the order of the choice.
  expect(texts.slice(0, 4)).toEqual(['Name', 'GTIN', 'Crème brûlée mix', '036000291452'])
})

test('throws for an unknown column', async () => {
  await expect(made('csv', ['Colour'])).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' })
})

test('writes one record per line of JSON', async () => {
  const lines = (await made('jsonl')).bytes.toString().trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(['100', '101', '102'])
})

test('writes products of schema.org as one graph', async () => {
  const { '@context': context, '@graph': graph } = JSON.parse((await made('jsonld')).bytes.toString())
  expect(context).toBe('https://schema.org')
  expect(graph).toHaveLength(3)
  expect(graph[0]).toMatchObject({
    '@type': 'Product',
    gtin14: '00036000291452',
    brand: { '@type': 'Brand', name: 'Golden Field' },
    manufacturer: { '@type': 'Organization', name: 'Northwind Mills' },
    nutrition: [{ '@type': 'NutritionInformation', calories: '120 kcal', fatContent: '1 g' }],
    image: expect.arrayContaining(['https://media.example/front.jpg']),
  })
  expect(graph[0]).not.toHaveProperty('offers')
})

test('writes each picture once under its GS1 name, and lists the missing one', async () => {
  const { bytes, note } = await made('pictures')
  const files = unzipSync(bytes)
  expect(Object.keys(files)).toEqual([
    '00036000291452_A1C1.jpg',
    '00036000291452_A1C1.png',
    '00036000291452_A2C1.jpg',
    '00042100005264_B1C1.png',
    'pictures.csv',
  ])
  expect(Buffer.from(files['00036000291452_A1C1.jpg'] ?? [])).toEqual(Buffer.from(pictures[0]?.bytes ?? []))
  expect(new TextDecoder().decode(files['pictures.csv'])).toMatch(/A8C1,,.*right\.jpg,not on this computer/)
  expect(note).toBe(
    '4 pictures in the file. 1 picture of 1 item is not on this computer: pictures.csv in the file names it. Not exported: "Crème brûlée mix", Right, centre, in packaging. The host answers 404. 1 item has no picture in its record: "Smoked trout".',
  )
})

test('writes a catalogue with a page, a picture and embedded fonts', async () => {
  const { bytes, note } = await made('pdf')
  const text = bytes.toString('latin1')
  expect(text.startsWith('%PDF-1.7')).toBe(true)
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(1)
  expect(text).toMatch(/\/FontFile2/)
  expect(note).toBe('2 of the items have no picture on this computer.')
})
