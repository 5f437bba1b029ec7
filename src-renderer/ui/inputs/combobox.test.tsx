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
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveValue('Banana')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(box).toHaveValue('')
})

function Basket({ start = null }: { start?: Option | null }) {
  const [value, setValue] = useState<Option | null>(start)
  return (
    <>
      <Combobox label="Fruit" options={fruits} value={value} onValueChange={setValue} />
      <p>chosen: {value?.label ?? 'nothing'}</p>
    </>
  )
}
const box = () => page.getByRole('combobox', { name: 'Fruit' })

test.each([
  ['ban', '{Enter}'],
  ['ban', '{Tab}'],
  ['bananna', '{Tab}'],
])('the best match of %j is taken with %s', async (typed, key) => {
  await render(<Basket />)
  await box().click()
  await userEvent.keyboard(typed + key)
  await expect.element(page.getByText('chosen: Banana')).toBeVisible()
  await expect.element(box()).toHaveValue('Banana')
})

test('a text without a match stays with a message, and Escape restores the value', async () => {
  await render(<Basket start={fruits[0] ?? null} />)
  await box().fill('zzz')
  await userEvent.tab()
  await expect.element(page.getByText(/Nothing matches “zzz”. Apple is kept/)).toBeVisible()
  await expect.element(box()).toHaveValue('zzz')
  await box().click()
  await userEvent.keyboard('{Escape}')
  await expect.element(box()).toHaveValue('Apple')
  await expect.element(page.getByText('chosen: Apple')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('chosen: Apple')).toBeVisible()
})

test('an emptied field is cleared when it is left, not before', async () => {
  await render(<Basket start={fruits[0] ?? null} />)
  await box().fill('')
  await userEvent.keyboard('{Escape}')
  await expect.element(box()).toHaveValue('Apple')
  await box().fill('')
  await userEvent.tab()
  await expect.element(page.getByText('chosen: nothing')).toBeVisible()
})

test('Tab before the matches are known takes the first when they arrive', async () => {
  function Example() {
    const [value, setValue] = useState<Option | null>(null)
    const [isPending, setPending] = useState(true)
    return (
      <>
        <Combobox
          label="Fruit"
          options={isPending ? [] : fruits.slice(1, 2)}
          value={value}
          onValueChange={setValue}
          onSearch={() => {}}
          isPending={isPending}
        />
        <button type="button" onClick={() => setPending(false)}>
          arrive
        </button>
      </>
    )
  }
  await render(<Example />)
  await box().click()
  await userEvent.keyboard('b{Tab}')
  await expect.element(box()).toHaveValue('b')
  await page.getByRole('button', { name: 'arrive' }).click()
  await expect.element(box()).toHaveValue(fruits[1]?.label ?? '')
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
