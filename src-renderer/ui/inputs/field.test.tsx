import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SearchField, TextField } from './field.tsx'
import '../theme.css'

test('a field is connected to its label, help and error', async () => {
  await render(<TextField label="Name" help="As printed." error="Enter a name." required />)
  const field = page.getByRole('textbox', { name: 'Name' })
  await expect.element(field).toHaveAccessibleDescription('Enter a name. As printed.')
  await expect.element(field).toBeInvalid()
  await expect.element(field).toBeRequired()
})

test('a search field has its role, and can be cleared', async () => {
  function Example() {
    const [text, setText] = useState('oat')
    return <SearchField label="Search" value={text} onValueChange={setText} />
  }
  await render(<Example />)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
})
