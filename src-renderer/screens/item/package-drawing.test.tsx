import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { PackageDrawing } from './package-drawing.tsx'

const side = (measure: string, uom = 'CMT') => ({ measure, uom })

test('draws the front to scale for measures in different units', async () => {
  const data = { length: side('7'), width: side('3.5', 'INH'), height: side('195', 'MMT') }
  const screen = await render(<PackageDrawing data={data} />)
  const name = 'The package to scale: 3.5\u00a0in wide, 195\u00a0mm high, 7\u00a0cm long'
  await expect.element(screen.getByRole('img', { name })).toBeVisible()
  const front = screen.container.querySelector('rect')
  const ratio = Number(front?.getAttribute('height')) / Number(front?.getAttribute('width'))
  expect(ratio).toBeCloseTo(195 / (3.5 * 25.4), 6)
  await expect.element(screen.getByText('5 cm')).toBeVisible()
})

test.each([
  ['a side is missing', { length: side('7'), width: side('9') }],
  ['a side is not a number', { length: side('7'), width: side('wide'), height: side('1') }],
  ['a side is zero', { length: side('7'), width: side('0'), height: side('1') }],
  ['a unit is not a unit of length', { length: side('7', 'GRM'), width: side('9'), height: side('1') }],
])('draws nothing if %s', async (_why, data) => {
  const screen = await render(<PackageDrawing data={data} />)
  expect(screen.container.querySelector('svg')).toBe(null)
})
