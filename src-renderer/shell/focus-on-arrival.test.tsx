import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useLocation } from 'wouter'
import { show } from '../testing/shown-shell.tsx'

test('opening a screen focuses its heading; the first tab stop skips the rail', async () => {
  await show()
  await page.getByRole('link', { name: /^Feeds/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Screen' })).toHaveFocus()
  const [first] = page.getByRole('link').elements()
  expect(first?.textContent).toBe('Skip to the screen')
})

/** A part of the screen that is hidden while another screen is loaded, as by a suspended render. */
function Leaving() {
  const [, navigate] = useLocation()
  const [isHidden, setHidden] = useState(false)
  const leave = () => {
    navigate('/feeds/d1')
    setTimeout(() => setHidden(true), 100)
  }
  return (
    <div style={{ display: isHidden ? 'none' : 'block' }}>
      <button type="button" onClick={leave}>
        Leave
      </button>
    </div>
  )
}

test('the heading gets the focus of an earlier screen that is hidden later', async () => {
  await show(<Leaving />)
  const leave = page.getByRole('button', { name: 'Leave' })
  await leave.click()
  await expect.element(page.getByRole('heading', { name: 'Screen' })).toHaveFocus()
})

test('the focus that a person moves out of the screen after the arrival stays there', async () => {
  await show(<Leaving />)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByRole('heading', { name: 'Screen' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  const focused = document.activeElement
  expect(document.querySelector('main')?.contains(focused)).toBe(false)
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(focused)
})
