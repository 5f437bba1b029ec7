import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fruits } from '../../testing/fruits.ts'
import { Segmented } from './segmented.tsx'
import '../theme.css'

test('segments: arrow keys choose, Tab leaves the group, and a disabled group cannot be changed', async () => {
  function Example({ disabled }: { disabled: boolean }) {
    const [value, setValue] = useState<string | undefined>(undefined)
    return (
      <Segmented label="Fruit" options={fruits} value={value} onValueChange={setValue} disabled={disabled} />
    )
  }
  const screen = await render(<Example disabled={false} />)
  expect(page.getByRole('radio', { checked: true }).elements()).toEqual([])
  await userEvent.tab()
  await userEvent.keyboard(' {ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'Banana' })).toBeChecked()
  await screen.rerender(<Example disabled />)
  await expect.element(page.getByRole('radio', { name: 'Apple' })).toBeDisabled()
})
