import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractPictures } from '../../testing/local-api/contract-catalog.ts'
import { canMountDisks, mountSmallDisk } from '../../testing/small-disk.ts'
import { openExportWorkspace } from '../fixtures/export-workspace.ts'
import type { PictureSource } from './picture-parts.ts'

const pictures = await contractPictures()
const source: PictureSource = {
  kept: async (urls) =>
    urls.map((url) =>
      pictures.some((one) => one.url === url && !url.endsWith('right.jpg'))
        ? { sha256: url, mimeType: url.endsWith('png') ? 'image/png' : 'image/jpeg' }
        : undefined,
    ),
  bytes: async (sha256) => pictures.find(({ url }) => url === sha256)?.bytes,
  reasonsMissing: async (urls) => urls.map(() => 'The host answers 404.'),
  smallFronts: async (ids) => ids.map(() => undefined),
}
const front = '00036000291452_A1C1.jpg'
const names = [front, '00036000291452_A1C1.png', '00036000291452_A2C1.jpg', '00042100005264_B1C1.png']

let opened: Awaited<ReturnType<typeof openExportWorkspace>>
let folders = 0
beforeAll(async () => {
  opened = await openExportWorkspace(undefined, () => source)
})
afterAll(() => opened[Symbol.asyncDispose]())
const newFolder = () => join(opened.workspace.directory, `pictures ${++folders}`)

const selection = { text: '', brandIds: [], manufacturerIds: [] }
async function run(folder: string, replace = false) {
  let job = await opened.exports.startPictures({ source: { selection }, folder, replace })
  while (job.state === 'running') job = await opened.exports.job({ id: job.id, after: job.revision })
  return job
}
const listIn = (folder: string): string => {
  const lists = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  return readFileSync(join(folder, lists.at(-1) ?? ''), 'utf8')
}

test('writes each picture under its GS1 name, and a list with the missing one', async () => {
  const folder = newFolder()
  const job = await run(folder)
  expect(job).toMatchObject({ state: 'completed', itemsWritten: 2, file: folder })
  const found = readdirSync(folder).sort()
  expect(found).toEqual([...names, expect.stringMatching(/^pictures-\d{4}-\d\d-\d\d\.csv$/)])
  expect(readFileSync(join(folder, front))).toEqual(Buffer.from(pictures[0]?.bytes ?? []))
  expect(listIn(folder)).toMatch(/A8C1,,.*right\.jpg,not on this computer: The host answers 404\./)
  expect(listIn(folder)).toMatch(/Smoked trout,,,,no picture in the record/)
  expect(job.note).toBe(
    '4 pictures written. 1 picture of 1 item is not on this computer: the list in the folder names it. Not exported: "Crème brûlée mix", Right, centre, in packaging. The host answers 404. 1 item has no picture in its record: "Smoked trout".',
  )
})

test('writes only the list a second time', async () => {
  const folder = newFolder()
  await run(folder)
  const job = await run(folder)
  expect(job).toMatchObject({ state: 'completed', bytes: 0 })
  expect(job.note).toMatch(/^0 pictures written\. 4 were there already\./)
  expect(readdirSync(folder)).toHaveLength(names.length + 2)
})

test('keeps and reports an existing file, and replaces it only on request', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  writeFileSync(join(folder, front), 'my own drawing')
  symlinkSync('/dev/null', join(folder, names[1] ?? ''))
  const job = await run(folder)
  expect(job.note).toMatch(
    /^2 pictures written\. 2 were skipped because different files with their names exist/,
  )
  expect(readFileSync(join(folder, front), 'utf8')).toBe('my own drawing')
  expect(listIn(folder)).toMatch(/A1C1\.jpg,.*not written: a different file with this name exists/)
  const again = await run(folder, true)
  expect(again.note).toMatch(/^2 pictures written\. 2 of them replaced other files\. 2 were there already\./)
  expect(readFileSync(join(folder, front))).toEqual(Buffer.from(pictures[0]?.bytes ?? []))
})

test('keeps complete files when cancelled, and no partial file', async () => {
  const folder = newFolder()
  const job = await opened.exports.startPictures({ source: { selection }, folder, replace: false })
  expect(await opened.exports.cancel({ id: job.id })).toMatchObject({ state: 'cancelled' })
  const left = readdirSync(opened.workspace.directory).includes(`pictures ${folders}`)
    ? readdirSync(folder)
    : []
  for (const name of left) expect(names).toContain(name)
})

test.runIf(canMountDisks())('reports a full disk, and leaves no partial file', async () => {
  const disk = mountSmallDisk(1)
  try {
    disk.fill()
    const job = await run(join(disk.directory, 'here'))
    expect(job).toMatchObject({ state: 'failed' })
    expect(job.note).toMatch(/The disk is full\. Free some space and try again\./)
    expect(readdirSync(join(disk.directory, 'here')).filter((name) => !name.startsWith('filler'))).toEqual([])
  } finally {
    disk.remove()
  }
})

test('reports a file in place of the folder', async () => {
  const folder = newFolder()
  writeFileSync(folder, '')
  expect(await run(folder)).toMatchObject({
    state: 'failed',
    note: expect.stringMatching(/already a file|This is a file/),
  })
})
