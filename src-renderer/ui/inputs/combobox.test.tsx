import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fruits } from '../../testing/fruits.ts'
import { Combobox } from './combobox.tsx'
import type { Option } from './select.tsx'
import '../theme.css'

test('a combobox with onSearch does not filter the options itself', async () => {
  const searches: string[] = []
  function Example() {
    const [value, setValue] = useState<Option | null>(null)
    return (
      <Combobox
        label="Fruit"
        options={fruits}
        value={value}
        onValueChange={setValue}
        onSearch={(text) => searches.push(text)}
        status="2 fruits"
      />
    )
  }
  await render(<Example />)
  const box = page.getByRole('combobox', { name: 'Fruit' })
  await box.fill('zz')
  await expect.poll(() => searches.at(-1)).toBe('zz')
  await expect.element(page.getByText('2 fruits')).toBeVisible()
  await page.getByRole('option', { name: 'Banana' }).click()
  await expect.element(box).toHaveValue('Banana')
})

test('a combobox filters, shows when nothing matches, and can be cleared', async () => {
  function Example() {
    const [value, setValue] = useState<Option | null>(null)
    return <Combobox label="Fruit" options={fruits} value={value} onValueChange={setValue} />
  }
  await render(<Example />)
  const box = page.getByRole('combobox', { name: 'Fruit' })
  await box.fill('zz')
  await expect.element(page.getByText('No matches')).toBeVisible()
  await box.fill('ban')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(box).toHaveValue('Banana')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(box).toHaveValue('')
})

test('the list of a narrow combobox is wide enough for its labels', async () => {
  await page.viewport(800, 600)
  await render(
    <div style={{ width: 120 }}>
      <Combobox label="Fruit" options={fruits} value={null} onValueChange={() => {}} />
    </div>,
  )
  await page.getByRole('combobox', { name: 'Fruit' }).click()
  const list = page.getByRole('listbox')
  await expect.element(list).toBeVisible()
  expect(list.element().getBoundingClientRect().width).toBeGreaterThan(300)
})
