import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Checkbox, Switch } from './checkbox.tsx'
import '../theme.css'

test('checkboxes and switches are found by their labels', async () => {
  function Example() {
    const [on, setOn] = useState(false)
    return (
      <>
        <Checkbox label="Organic" checked={on} onCheckedChange={setOn} />
        <Switch label="Serve" help="On this computer only." checked={on} onCheckedChange={setOn} />
      </>
    )
  }
  await render(<Example />)
  await page.getByRole('checkbox', { name: 'Organic' }).click()
  await expect.element(page.getByRole('switch', { name: 'Serve' })).toBeChecked()
  await page.getByRole('switch', { name: 'Serve' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Organic' })).not.toBeChecked()
  await page.getByText('Serve', { exact: true }).click()
  await expect.element(page.getByRole('switch', { name: 'Serve' })).toBeChecked()
})

test('a checkbox for several different values is indeterminate', async () => {
  await render(<Checkbox label="All" labelHidden checked={false} indeterminate onCheckedChange={() => {}} />)
  await expect.element(page.getByRole('checkbox', { name: 'All' })).toBePartiallyChecked()
})
