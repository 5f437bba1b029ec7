import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KeyValue } from './key-value.tsx'
import '../theme.css'

test('an absent value is shown as a dash and read out as "not given"', async () => {
  await render(<KeyValue entries={[{ label: 'Brand', value: '' }]} />)
  await expect.element(page.getByRole('definition')).toHaveTextContent('–not given')
})
