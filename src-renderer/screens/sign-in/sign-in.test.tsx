import axe from 'axe-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../ui/theme.css'
import { SignInScreen } from './sign-in-screen.tsx'

/** The requests for a session, and the answer to the next one. */
let sent: unknown[] = []
let answer = () => Response.json({ session: 's', pictureKey: 'p' })
const before = window.fetch
beforeEach(() => {
  sent = []
  window.fetch = async (_input, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return answer()
  }
})
afterEach(() => {
  window.fetch = before
  sessionStorage.clear()
})

const name = () => page.getByRole('textbox', { name: 'Name' })
const password = () => page.getByLabelText(/^Password/)
const noViolations = async () => {
  const { violations } = await axe.run(document.querySelector('main, [role=alertdialog]') ?? document.body)
  expect(violations.map(({ id }) => id)).toEqual([])
}

test('asks for name and password, by keyboard, and shows why it was refused', async () => {
  await render(<SignInScreen isAgain={false} />)
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.element(name()).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
  answer = () =>
    Response.json({ code: 'WRONG_SIGN_IN', message: 'The name or the password is wrong.' }, { status: 403 })
  await userEvent.keyboard('Ana{Tab}wrong{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('The name or the password is wrong.')
  await expect.element(name()).toHaveValue('Ana')
  await expect.element(password()).toHaveValue('')
  await noViolations()

  answer = () => Response.json({ session: 's', pictureKey: 'p' })
  await password().fill('correct horse battery')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sessionStorage.getItem('catalog-desk-session')).toContain('"session":"s"')
  expect(sent).toEqual([
    { name: 'Ana', password: 'wrong' },
    { name: 'Ana', password: 'correct horse battery' },
  ])
})

test('after the end of a session it covers the app as a dialog', async () => {
  await render(<SignInScreen isAgain />)
  await expect.element(page.getByRole('alertdialog', { name: 'Sign in again' })).toBeVisible()
  await noViolations()
})

test('says when the answer is not one of the desk', async () => {
  answer = () => new Response('Bad gateway', { status: 502 })
  await render(<SignInScreen isAgain={false} />)
  await name().fill('Ana')
  await password().fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Signing in failed with the status 502.')
})
