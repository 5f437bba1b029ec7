import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, open } from '../testing/local-api-backend.tsx'

test('it is switched off and on, and a port that is refused says why', async () => {
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

test('with https the certificate is there, with steps that name the saved file', async () => {
  await open('/local-api')
  await expect.element(page.getByRole('heading', { name: 'Connect a program' })).toBeVisible()
  expect(page.getByText('AE:F6:A3').elements()).toHaveLength(0)
  await page.getByText('https', { exact: true }).click()
  await expect.element(page.getByText('AE:F6:A3')).toBeVisible()
  await expect.element(page.getByText('trust --cafile=catalog-desk.pem -file catalog-desk.pem')).toBeVisible()
  await expect.element(button('Download PEM')).toBeVisible()
})
