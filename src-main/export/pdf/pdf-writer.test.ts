import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pdfFunctions } from './pdf-writer.ts'

const font = (name: string) => readFileSync(new URL(`../../../resources/fonts/${name}`, import.meta.url))

test('writes each object of a long catalogue at the offset in its table of offsets', async () => {
  const fonts = { regular: font('DejaVuSansCondensed.ttf'), bold: font('DejaVuSansCondensed-Bold.ttf') }
  await pdfFunctions.begin('a', fonts, 'Catalogue', 0)
  const parts: Uint8Array[] = []
  for (let at = 0; at < 30; at += 1) {
    const items = Array.from({ length: 20 }, (_, place) => {
      const id = String(at * 20 + place)
      return { id, code: id, name: `Oats ${id}`, facts: [], labels: [] }
    })
    parts.push(pdfFunctions.add('a', items))
  }
  // Each call returns the pages written so far.
  expect(parts.filter(({ length }) => length > 0)).toHaveLength(30)
  parts.push(pdfFunctions.end('a').bytes)
  const file = Buffer.concat(parts).toString('latin1')
  expect(file.startsWith('%PDF-1.7')).toBe(true)
  const pages = Number(/\/Count (\d+)/.exec(file)?.[1])
  // More than the pages for which word layouts are cached.
  expect(pages).toBeGreaterThan(100)
  expect(file.match(/\/Type \/Page\b/g)).toHaveLength(pages)
  const places = file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1])).match(/^\d{10} \d{5} n/gm) ?? []
  expect(places.length).toBeGreaterThan(3 * pages)
  for (const [index, place] of places.entries())
    expect(file.slice(Number(place.slice(0, 10)))).toMatch(new RegExp(`^${index + 1} 0 obj`))
})

test('truncates and reports a name of 20,000 letters, and omits an invalid picture', async () => {
  const fonts = { regular: font('DejaVuSansCondensed.ttf'), bold: font('DejaVuSansCondensed-Bold.ttf') }
  await pdfFunctions.begin('b', fonts, 'Catalogue', 0)
  const long = 'x'.repeat(20_000)
  pdfFunctions.add('b', [
    { id: '1', code: '1', name: long, facts: [['Ingredients', long]], labels: [] },
    { id: '2', code: '2', name: 'Oats', facts: [], labels: [], picture: Buffer.from('no picture') },
  ])
  expect(pdfFunctions.end('b')).toMatchObject({ unshown: 0, cut: 1 })
})
