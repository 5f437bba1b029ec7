import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Select } from '../inputs/select.tsx'
import { hasOpenOverlay, isTyping } from './keys.tsx'
import '../theme.css'

test('an open list counts as an open overlay; a closed list does not', async () => {
  const options = ['a', 'b'].map((value) => ({ value, label: value }))
  await render(<Select label="Kind" options={options} value="a" onValueChange={() => {}} />)
  expect(hasOpenOverlay()).toBe(false)
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await expect.poll(hasOpenOverlay).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(hasOpenOverlay).toBe(false)
})

test('keys are typed as text in fields only', async () => {
  await render(
    <>
      <input aria-label="Field" />
      <button type="button">Button</button>
    </>,
  )
  expect(isTyping(page.getByRole('textbox').element())).toBe(true)
  expect(isTyping(page.getByRole('button').element())).toBe(false)
  expect(isTyping(null)).toBe(false)
})
