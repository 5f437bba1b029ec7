import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fruits } from '../../testing/fruits.ts'
import { PlainSelect } from './plain-select.tsx'
import '../theme.css'

test('a select shows a value missing from its options, and can choose another one', async () => {
  function Example() {
    const [value, setValue] = useState('x')
    return (
      <PlainSelect aria-label="Fruit" options={fruits} value={value} onValueChange={setValue} none="No" />
    )
  }
  await render(<Example />)
  const select = page.getByRole('combobox', { name: 'Fruit' })
  await expect.element(select).toHaveValue('x')
  const words = [...(select.element() as HTMLSelectElement).options].map((option) => option.text)
  expect(words).toEqual(['No', 'Apple', 'Banana', 'x'])
  await select.selectOptions('No')
  await expect.element(select).toHaveValue('')
})
