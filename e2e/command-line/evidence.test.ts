import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemBytes } from '../../src-main/catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../../src-main/catalog/index.ts'
import { createMedia } from '../../src-main/media/index.ts'
import { systemClock } from '../../src-main/platform/clock.ts'
import { createLog } from '../../src-main/platform/log/log.ts'
import { openStorage } from '../../src-main/storage/index.ts'
import { codePicture } from '../../src-main/testing/code-pictures.ts'
import { threadEntry } from '../../src-main/testing/temporary-workspace.ts'
import { desk, deskFails } from '../support/programs/desk.ts'

/** Reading the codes in pictures from the command line. */
const data = mkdtempSync(join(tmpdir(), 'desk-evidence-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))
beforeAll(async () => {
  const storage = await openStorage({ directory: data, thread: threadEntry, readers: 1 })
  const media = createMedia({ storage, directory: data, clock: systemClock, log: createLog('silent') })
  await storage.writer(catalogWriter).putItems(
    [
      { id: 'a', name: 'Oats', codes: ['4006381333931'], media: ['A1C1'] },
      { id: 'b', name: 'Rye', codes: ['9521234543213'], media: ['A7C1'] },
    ].map(itemBytes),
  )
  for (const address of ['a/A1C1', 'b/A7C1'])
    await media.keep([
      {
        url: `https://media.invalid/${address}.jpg`,
        bytes: await codePicture({ format: 'EAN13', text: '4006381333931' }),
      },
    ])
  await media.close()
  await storage.close()
})

const summary = expect.stringMatching(
  /^1 of 1 picture read, 2 codes found, 1 right, 1 of other items, 0 unknown, 0 values of labels right, 0 different, 0 allergens only on labels, \d+ rules for pictures broken\.$/,
)
const difference = 'b Rye: A7C1: The picture shows the code 4006381333931 of 1 other item: Oats.'
const linesOf = (stdout: string): string[] => stdout.trimEnd().split('\n')

test('reads the pictures, and shows where they differ from the records', { timeout: 600_000 }, async () => {
  const { code, stdout, stderr } = await deskFails('evidence', '--data', data)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(linesOf(stdout)).toEqual([difference, summary])
  expect(await desk('evidence', '--items', 'a', '--json', '--data', data).then(JSON.parse)).toMatchObject({
    ...{ pictures: 1, read: 1, unreadable: 0 },
    counts: { 'right-code': 1, 'other-item': 1 },
    findings: expect.arrayContaining([
      expect.objectContaining({
        ...{ kind: 'right-code', item: { id: 'a', name: 'Oats' } },
        code: expect.objectContaining({ gtin14: '04006381333931' }),
      }),
    ]),
  })
  const right = 'a Oats: A1C1: The picture shows the code 4006381333931 of this item.'
  expect(linesOf(await desk('evidence', '--kind', 'right-code', '--data', data))).toEqual([right, summary])
  expect(await deskFails('evidence', '--items', 'x', '--data', data)).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: 'No item of the catalog has the identifier x.\n',
  })
})

test('writes the findings to a file', { timeout: 600_000 }, async () => {
  const file = join(data, '..', 'findings-of-pictures.csv')
  const written = await deskFails('evidence', '--to', file, '--kind', 'other-item', '--data', data)
  expect(written).toMatchObject({ code: 1, stdout: expect.stringMatching(/^1 item, \d+ bytes: /) })
  const [heading, row] = readFileSync(file, 'utf8').split('\r\n')
  expect(heading).toMatch(/^\uFEFFItem,Product code,Name,Kind,Finding,/)
  expect(row).toMatch(/^b,"?=?.*9521234543213.*,Rye,other-item,/)
  expect((await deskFails('evidence', '--to', file, '--data', data)).stderr).toContain('already exists')
  const table = await desk(
    ...['evidence', '--items', 'a', '--to', file, '--format', 'xlsx', '--force', '--json', '--data', data],
  )
  expect(JSON.parse(table)).toMatchObject({ format: 'xlsx', to: file })
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
  rmSync(file)
})

test('deletes what was read, and reads it again', { timeout: 600_000 }, async () => {
  expect(await desk('evidence', '--clear', '--data', data)).toBe(
    'Everything that was read in pictures is deleted.\n',
  )
  expect(await deskFails('evidence', '--redo', '--json', '--data', data)).toMatchObject({ code: 1 })
  expect((await deskFails('evidence', '--clear', '--redo', '--data', data)).stderr).toContain(
    "option '--clear' cannot be used with option '--redo'",
  )
})
