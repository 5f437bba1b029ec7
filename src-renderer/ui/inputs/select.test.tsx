import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fruits } from '../../testing/fruits.ts'
import { Select } from './select.tsx'
import '../theme.css'

test('a select shows a value that is not among its options, until another one is chosen', async () => {
  function Example() {
    const [value, setValue] = useState('x')
    return <Select label="Fruit" options={fruits} value={value} onValueChange={setValue} />
  }
  await render(<Example />)
  const select = page.getByRole('combobox', { name: 'Fruit' })
  await expect.element(select).toHaveTextContent('x')
  await select.click()
  await page.getByRole('option', { name: 'Banana' }).click()
  await expect.element(select).toHaveTextContent('Banana')
})

test('a select opens, chooses and closes by keyboard; Escape chooses nothing and keeps the focus', async () => {
  function Example() {
    const [value, setValue] = useState('a')
    return <Select label="Fruit" options={fruits} value={value} onValueChange={setValue} />
  }
  await render(<Example />)
  const select = page.getByRole('combobox', { name: 'Fruit' })
  ;(select.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: 'Apple' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(0)
  await expect.element(select).toHaveFocus()
  expect(select.element().textContent).toBe('Apple')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: 'Apple' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => select.element().textContent).toBe('Banana')
  await expect.element(select).toHaveFocus()
})
