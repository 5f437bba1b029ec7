import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './tabs.tsx'
import '../theme.css'

test('tabs show one panel; arrow keys move the focus, and Enter selects', async () => {
  function Example() {
    const [tab, setTab] = useState<'one' | 'two'>('one')
    return (
      <Tabs
        label="Parts"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'one', label: 'One', panel: 'First' },
          { value: 'two', label: 'Two', count: 3, panel: 'Second' },
        ]}
      />
    )
  }
  await render(<Example />)
  await expect.element(page.getByText('First')).toBeVisible()
  await page.getByRole('tab', { name: 'One' }).click()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await expect.element(page.getByText('Second')).toBeVisible()
})
