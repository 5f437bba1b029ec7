import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fetchWithSession, requestSession } from '../rpc/session.ts'
import { SessionGate } from './session-gate.tsx'
import '../ui/theme.css'

const tabs = new BroadcastChannel('catalog-desk-session')
afterEach(() => sessionStorage.clear())

test('a page without a session shows how to get one; with the session of another tab it shows the app; when the session ends, typed text is kept', async () => {
  await render(
    <SessionGate>
      <input aria-label="Name" />
    </SessionGate>,
  )
  expect(page.getByRole('main').elements()).toEqual([])
  const messages: unknown[] = []
  tabs.onmessage = ({ data }) => messages.push(data)
  void requestSession()
  await expect.element(page.getByRole('heading', { name: 'This browser needs a link' })).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  // A protocol constant, the same in every language.
  expect(messages).toEqual(['who is in?'])
  tabs.postMessage({ session: 's', pictureKey: 'p' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Oat')
  expect(page.getByRole('main').elements()).toEqual([])
  const before = window.fetch
  window.fetch = async () => new Response('', { status: 401 })
  await fetchWithSession('/rpc/x')
  window.fetch = before
  await expect.element(page.getByRole('alertdialog', { name: 'Open a new link to go on' })).toBeVisible()
  const field = document.querySelector('input')
  expect(field?.value).toBe('Oat')
  expect(field?.closest('[inert]')).not.toBeNull()
  tabs.postMessage({ session: 't', pictureKey: 'p' })
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Oat')
})
