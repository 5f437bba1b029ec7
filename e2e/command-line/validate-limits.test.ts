import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { generatedFeedItems } from '../bench/data/generated-feed.ts'
import { deskFails } from '../support/programs/desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-validate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A sparse file of that many megabytes, which takes no disk space. */
function sparse(megabytes: number): string {
  const file = join(folder, `${megabytes}.xml`)
  writeFileSync(file, '')
  truncateSync(file, megabytes * 1024 * 1024)
  return file
}

test.each([
  [17, /17\.xml:1: items: too-large: The document is larger than 16 MB/],
  [70, /70\.xml:1: : too-large: The document is larger than 64 MB/],
  // Larger than a Buffer can be, and than memory: passes only if the file is not read.
  [50_000, /50000\.xml:1: : too-large: The document is larger than 64 MB/],
])('refuses a file of %i MB with a plain message', async (megabytes, expected) => {
  const { code, stdout } = await deskFails('validate', sparse(megabytes))
  expect(code).toBe(1)
  expect(stdout).toMatch(expected)
})

test('reports a problem in a large feed by its line and index in the whole file', async () => {
  const item = generatedFeedItems(3000)
  const last = item.at(-1)
  if (last) last.categoryId = ''
  const file = join(folder, 'large.xml')
  writeFileSync(file, writeDocument(documents.ingestItems, { item }).replaceAll('<item ', '\n<item '))
  const { code, stdout } = await deskFails('validate', file)
  expect(code).toBe(1)
  const errors = stdout.split('\n').filter((line) => line !== '' && !line.includes(': warning: '))
  expect(errors).toEqual([
    `${file}:3001: items/item[3000]/categoryId: CATEGORY_REQUIRED: Choose the category of the item.`,
  ])
})
