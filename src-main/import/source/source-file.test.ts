import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { inspectFile, readText } from './source-file.ts'

/** The text of a file as it is read, whole. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const directory = temporaryDirectory()
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'table.csv')
  writeFileSync(path, bytes)
  let text = ''
  for await (const piece of readText(await inspectFile(path))) text += piece
  return text
}

const rows = 'gtin;name\r\n'.concat('4006381333931;Tea\r\n'.repeat(5000))

test.each([
  ['in Windows-1252', Buffer.from(`${rows}1;Crème brûlée`, 'latin1')],
  ['in Windows-1252, packed', gzipSync(Buffer.from(`${rows}1;Crème brûlée`, 'latin1'))],
  ['in UTF-8', Buffer.from(`${rows}1;Crème brûlée`)],
])('a letter with an accent behind the head of a file %s is read', async (_name, bytes) => {
  expect(await textOf(bytes)).toBe(`${rows}1;Crème brûlée`)
})

test('a chosen encoding and separator are used', async () => {
  const directory = temporaryDirectory()
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'table.csv')
  writeFileSync(path, Buffer.from('GTIN,name;brand\n1,Gda\xF1sk;x', 'latin1'))
  const source = await inspectFile(path, { encoding: 'windows-1250', separator: 'semicolon' })
  expect(source).toMatchObject({ encoding: 'windows-1250', certainty: 'chosen', format: { delimiter: ';' } })
  let text = ''
  for await (const piece of readText(source)) text += piece
  expect(text).toContain('Gdańsk')
})
