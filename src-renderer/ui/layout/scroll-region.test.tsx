import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Segmented } from '../inputs/segmented.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import '../theme.css'

test('hidden content of a scroll region does not make the page scroll', async () => {
  await render(
    <ScrollRegion style={{ height: 200 }} aria-label="Page">
      <div style={{ height: 5000 }} />
      <Segmented
        label="Theme"
        value="light"
        onValueChange={() => undefined}
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    </ScrollRegion>,
  )
  page.getByRole('radio', { name: 'Light' }).element().scrollIntoView()
  expect(page.getByLabelText('Page').element().scrollTop).toBeGreaterThan(4000)
  const { scrollHeight, clientHeight } = document.documentElement
  expect(scrollHeight).toBe(clientHeight)
})
