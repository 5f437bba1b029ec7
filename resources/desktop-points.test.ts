import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const page = readFileSync(new URL('reference/desktop.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter((line) => /^\| \d+ \|/.test(line))

test('the page lists forty points in order', () => {
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
})

test('every point that holds names a test, and every named file exists', () => {
  const isFile = (name: string) => /^[\w-]+(\/[\w.-]+)+$/.test(name)
  for (const row of rows) {
    const named = [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter(isFile)
    for (const file of named) expect(existsSync(new URL(file, root)), file).toBe(true)
    if (/\| Holds/.test(row))
      expect(
        named.some((file) => /\.(test|spec)\.tsx?$/.test(file)),
        row,
      ).toBe(true)
  }
})
