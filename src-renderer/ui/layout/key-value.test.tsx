import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KeyValue, Measures } from './key-value.tsx'
import '../theme.css'

test('an absent value is shown as a dash and read out as "not given"', async () => {
  await render(<KeyValue entries={[{ label: 'Brand', value: '' }]} />)
  await expect.element(page.getByRole('definition')).toHaveTextContent('–not given')
})

test('measures stand side by side, each with its label', async () => {
  await page.viewport(1000, 400)
  await render(
    <Measures
      entries={[
        { label: 'Length', value: '7.5 cm' },
        { label: 'Height', value: '19.5 cm' },
      ]}
    />,
  )
  const [length, height] = page.getByRole('definition').elements()
  expect(
    page
      .getByRole('term')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Length', 'Height'])
  expect(length?.getBoundingClientRect().top).toBe(height?.getBoundingClientRect().top)
})
