import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './tabs.tsx'
import '../theme.css'

test('tabs show one panel and no zero; arrow keys move the focus, and Enter selects', async () => {
  function Example() {
    const [tab, setTab] = useState<'one' | 'two' | 'three'>('one')
    return (
      <Tabs
        label="Parts"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'one', label: 'One', panel: 'First' },
          { value: 'two', label: 'Two', count: 3, panel: 'Second' },
          { value: 'three', label: 'Three', count: 0, panel: 'Third' },
        ]}
      />
    )
  }
  await render(<Example />)
  await expect.element(page.getByText('First')).toBeVisible()
  expect(
    page
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['One', 'Two3', 'Three'])
  await page.getByRole('tab', { name: 'One' }).click()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await expect.element(page.getByText('Second')).toBeVisible()
})
