import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { Menu } from './menu.tsx'
import '../theme.css'

test('a menu runs the chosen action', async () => {
  const chosen: string[] = []
  await render(
    <Menu
      trigger={<Button>More</Button>}
      actions={[
        { label: 'Copy', onSelect: () => chosen.push('copy') },
        null,
        { label: 'Delete', onSelect: () => chosen.push('delete') },
      ]}
    />,
  )
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  expect(chosen).toEqual(['delete'])
})

test('a menu restores the focus; disabled actions do nothing', async () => {
  const chosen: string[] = []
  await render(
    <Menu
      trigger={<Button>More</Button>}
      actions={[
        { label: 'Copy', onSelect: () => chosen.push('copy') },
        { label: 'Delete', onSelect: () => chosen.push('delete'), disabled: true },
      ]}
    />,
  )
  const trigger = page.getByRole('button', { name: 'More' })
  ;(trigger.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(chosen).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(trigger).toHaveFocus()
})
