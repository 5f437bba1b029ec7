import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { inspectFile, readText } from './source-file.ts'

/** The entire text of a file. */
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
])('reads a non-ASCII letter after the head of a file %s', async (_name, bytes) => {
  expect(await textOf(bytes)).toBe(`${rows}1;Crème brûlée`)
})

const stream = (name: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(`${name}\0`, 'utf16le')])
test.each([
  ['a password', stream('EncryptedPackage'), /with a password.*remove the password/],
  ['XLS', stream('Workbook'), /old Excel workbook \(XLS\).*save it as XLSX/],
  ['Word', stream('WordDocument'), /Word document/],
  ['BIFF4', Buffer.from('0904060000001000', 'hex'), /old Excel workbook/],
  ['SYLK', Buffer.from('ID;PWXL;N;E\r\nC;Y1;X1;K"GTIN"'), /SYLK/],
  ['RTF', Buffer.from('{\\rtf1 GTIN}'), /RTF/],
  ['a link', Buffer.from('{"url":"https://docs.example/1","doc_id":"1"}'), /Google.*download it/],
  [
    'XML',
    Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
    /XML spreadsheet of Excel 2003/,
  ],
  ['HTML', Buffer.from('<html><table><tr><td>GTIN'), /table in HTML/],
  ['FODS', Buffer.from('<?xml version="1.0"?><office:document office:version="1.2">'), /LibreOffice/],
])('names the kind of an unsupported file: %s', async (_name, bytes, words) => {
  await expect(textOf(bytes)).rejects.toThrow(words)
})

test('uses a chosen encoding and separator', async () => {
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
