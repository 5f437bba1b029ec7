import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Ingredients } from './ingredients.tsx'

test('highlights allergen words and lists the allergens below', async () => {
  const screen = await render(<Ingredients text="Sugar, WHEY powder (milk), hazelnuts, cocoa butter." />)
  const marks = [...screen.container.querySelectorAll('mark')].map((mark) => mark.textContent)
  expect(marks).toEqual(['WHEY', 'milk', 'hazelnuts'])
  const named = screen.getByRole('list', { name: 'Allergens found' })
  await expect.element(named).toHaveTextContent('MilkTree nuts')
  expect(screen.container.querySelector('p')?.textContent).toBe(
    'Sugar, WHEY powder (milk), hazelnuts, cocoa butter.',
  )
})

test('shows only a note if no allergen is recognized', async () => {
  const screen = await render(<Ingredients text="Sugar" />)
  await expect.element(screen.getByText(/No allergens found/)).toBeVisible()
  expect(screen.container.querySelector('mark')).toBe(null)
})
