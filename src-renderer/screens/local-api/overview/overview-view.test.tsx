import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backend, button, open } from '../testing/local-api-backend.tsx'

test('the service can be switched off and on, and a refused port shows the reason', async () => {
  await open('/local-api')
  const running = page.getByRole('switch', { name: 'Local API running' })
  await running.click()
  await expect.element(running).not.toBeChecked()
  await running.click()
  await expect.element(running).toBeChecked()
  await page.getByRole('textbox', { name: 'Port' }).fill('80')
  await button('Change port').click()
  await expect.element(page.getByText('Port 80 needs rights.')).toBeVisible()
})

test('with https the certificate is shown, with steps that contain the name of the saved file', async () => {
  await open('/local-api')
  await expect.element(page.getByRole('heading', { name: 'Connect a program' })).toBeVisible()
  expect(page.getByText('AE:F6:A3').elements()).toHaveLength(0)
  await page.getByText('https', { exact: true }).click()
  await expect.element(page.getByText('AE:F6:A3')).toBeVisible()
  await expect.element(page.getByText('trust --cafile=catalog-desk.pem -file catalog-desk.pem')).toBeVisible()
  await expect.element(button('Download PEM')).toBeVisible()
})

test('wrong passwords are shown, with a link to the requests', async () => {
  const lastAt = new Date().toISOString()
  backend.wrongPasswords = [
    { username: 'desk', count: 23, lastAt, lastFrom: 'curl/8.5.0' },
    { username: null, count: 1, lastAt, lastFrom: '127.0.0.1' },
  ]
  await open('/local-api')
  await expect
    .element(
      page.getByText('23 wrong passwords for desk in the last 10 minutes, last from curl/8.5.0, just now'),
    )
    .toBeVisible()
  await expect.element(page.getByText(/1 call with an unknown user name in the last/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Show requests' }))
    .toHaveAttribute('href', '/local-api/requests?status=403')
})
